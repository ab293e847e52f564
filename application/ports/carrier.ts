import type { CarrierDialect } from './carrier-dialect.ts';
import type { CarrierReport } from '../../domain/telephony/carrier-report.ts';
import type { DialLimits } from '../../domain/calls/dial-limits.ts';
import type { DialRate } from '../../domain/telephony/dial-rate.ts';

/**
 * For using one telephony provider with one organisation's credentials. A refusal is a `CarrierFailure` with the
 * carrier's status and message; a timeout is `unavailable`. Numbers are E.164. Every wait is bounded.
 */
export interface Carrier {
  readonly provider: string;
  readonly abilities: CarrierAbilities;
  /** The dial rate limit of the account and an opaque name for it; null when the carrier sets none. */
  readonly pacing: { readonly account: string; readonly rate: DialRate } | null;
  /** Creates an application with these URLs and returns its id. */
  addApplication(application: CarrierApplication): Promise<string>;
  changeApplication(applicationId: string, application: CarrierApplication): Promise<void>;
  /** Removes an application, if it exists. */
  removeApplication(applicationId: string): Promise<void>;
  /** The numbers of the account, sorted, without duplicates. */
  numbers(): Promise<string[]>;
  /** Whether the account has this number, as `numbers` would list it. */
  hasNumber(number: string): Promise<boolean>;
  /** Routes calls to the number to the application. Rejects with status 404 a number that is not in the account. */
  link(number: string, applicationId: string): Promise<void>;
  /** Removes the route, if the number has it. */
  unlink(number: string, applicationId: string): Promise<void>;
  /** Dials once and returns the carrier's call id. For rejections see `CarrierFailure.isDefinite`. */
  dial(request: DialRequest): Promise<{ readonly sid: string }>;
  /** Ends a ringing or answered call. Does nothing for one that is over or unknown. */
  hangUp(sid: string): Promise<void>;
  /**
   * Takes an answered call from its media stream to the answer document at this URL, which the carrier requests with
   * POST. Rejects a call that is over, and every call where `abilities.transfers` is `none`.
   */
  redirect(sid: string, url: string): Promise<void>;
  /**
   * Looks up a call. Null: definitely no such call. `unknown`: the carrier cannot tell. Without a sid, a carrier with
   * `by_call` searches for the dialled call.
   */
  lookUp(call: CallReference): Promise<FoundCall | null | 'unknown'>;
}

export interface CarrierAbilities {
  /** How long, in ms, the same `callId` is not dialled twice; 0 when the carrier would dial again. */
  readonly idempotencyMs: number;
  /** `by_sid`: a call with a known id. `by_call`: also one whose dial was never answered. */
  readonly lookUp: 'none' | 'by_sid' | 'by_call';
  /** Whether it has answering-machine detection. */
  readonly detectsMachines: boolean;
  /** Destinations that a call can be transferred to. */
  readonly transfers: 'none' | 'numbers' | 'numbers_and_sip';
  /** Whether a call that is redirected loses the limit that its dial set. Absent: no. */
  readonly liftsCallLimit?: true;
}

export interface CarrierApplication {
  readonly name: string;
  readonly answerUrl: string;
  readonly hangupUrl: string;
}

export interface DialRequest extends DialLimits {
  /** The platform's call id. */
  readonly callId: string;
  /** E.164, or a SIP URI where `abilities.transfers` has them. */
  readonly to: string;
  readonly from: string;
  readonly applicationId: string;
  /** Requested when the call is answered. */
  readonly answerUrl: string;
  /** Receives status callbacks. */
  readonly hangupUrl: string;
  /** Receives the answering-machine detection result, where available; null when not wanted. */
  readonly machineUrl: string | null;
  /** Whether the end of a machine's greeting is to be detected as well, where available. Absent: no. */
  readonly findsGreetingEnd?: boolean;
}

export interface CallReference {
  readonly callId: string;
  readonly sid: string | null;
  readonly to: string;
  readonly from: string;
  /** When it was dialled. */
  readonly since: Date;
}

/** A call as reported by the carrier. */
export interface FoundCall extends CarrierReport {
  readonly sid: string;
}

/** For opening registered telephony providers. */
export interface Carriers {
  /**
   * Opens a carrier with an organisation's credentials. Rejects an unknown provider or insufficient credentials with
   * `invalid`.
   */
  open(provider: string, auth: Readonly<Record<string, unknown>>): Carrier;
  /** The carrier's webhook dialect, or null when it is not registered. */
  dialect(provider: string): CarrierDialect | null;
  /** What the carrier can do, or null when it is not registered. */
  abilities(provider: string): CarrierAbilities | null;
}

/** For opening a carrier with an organisation's stored credentials. */
export interface OrganisationCarriers {
  /** Opens the carrier. Rejects with `invalid` a provider that is not registered or has no stored credentials. */
  of(orgId: string, provider: string): Promise<Carrier>;
  /** Opens the carrier for releasing a resource: null when its credentials were deleted. */
  find(orgId: string, provider: string): Promise<Carrier | null>;
}
