import type { AnsweredBy, CarrierReport } from '../../domain/telephony/carrier-report.ts';

/**
 * For understanding what one carrier tells our webhooks, and for answering in its own words. Pure: it asks nobody.
 * Whatever it cannot understand is null, never an exception.
 */
export interface CarrierDialect {
  readonly provider: string;
  /**
   * Whether the carrier itself sent this. `unsigned`: this carrier does not sign, or did not sign this and says that it
   * need not. Whatever cannot be checked because the organisation stored no secret is `forged`, as is a missing signature
   * of a carrier that always signs. Comparisons take constant time.
   */
  authenticity(request: CarrierRequest, auth: Readonly<Record<string, unknown>>): 'genuine' | 'forged' | 'unsigned';
  /** The call that waits for an answer document. */
  readCall(request: CarrierRequest): CarrierCall | null;
  /** What a status or hang-up callback says. */
  readReport(request: CarrierRequest): (CarrierReport & { readonly sid: string }) | null;
  /** Who picked up, from the callback that was asked for when dialling. */
  readAnsweredBy(request: CarrierRequest): { readonly sid: string; readonly answeredBy: AnsweredBy } | null;
  /** Connects the call to this media socket, in both directions, and ends it when the socket closes. */
  connect(streamUrl: string): CarrierDocument;
  /** Turns the call away: as busy when all lines are taken, as rejected when nobody is there for it. */
  turnAway(why: 'busy' | 'rejected'): CarrierDocument;
}

/** A webhook as it arrived. */
export interface CarrierRequest {
  readonly method: string;
  /** The public URL that the carrier asked and signed, with its query. */
  readonly url: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** When it arrived: what was signed long before is no longer genuine. */
  readonly receivedAt: Date;
}

export interface CarrierCall {
  readonly sid: string;
  /** As the carrier writes them, brought to E.164 with a plus where they are numbers. */
  readonly from: string;
  readonly to: string;
  /** Who picked up, where the carrier knows it before it asks. */
  readonly answeredBy: AnsweredBy;
}

/** What a webhook is answered with. */
export interface CarrierDocument {
  readonly contentType: string;
  readonly body: string;
}
