import type { AnsweredBy, CarrierReport } from '../../domain/telephony/carrier-report.ts';

/**
 * For parsing one carrier's webhooks and building its answer documents. Pure, without I/O. Unparsable input is null,
 * never an exception.
 */
export interface CarrierDialect {
  readonly provider: string;
  /**
   * Verifies the webhook's signature. `unsigned`: this carrier does not sign, or did not sign this one and declares so.
   * A webhook that cannot be verified for lack of a stored secret is `forged`, as is a missing signature of a carrier
   * that always signs. Comparisons take constant time.
   */
  authenticity(request: CarrierRequest, auth: Readonly<Record<string, unknown>>): 'genuine' | 'forged' | 'unsigned';
  /** The call that requests an answer document. */
  readCall(request: CarrierRequest): CarrierCall | null;
  /** The report of a status or hang-up callback. */
  readReport(request: CarrierRequest): (CarrierReport & { readonly sid: string }) | null;
  /** The key that was pressed after a prompt. Null if it was none. */
  readPressedKey(request: CarrierRequest): string | null;
  /** The answering-machine detection result of a callback requested with the dial. */
  readAnsweredBy(request: CarrierRequest): AmdResult | null;
  /** Connects the call to this media socket bidirectionally and ends it when the socket closes. */
  connect(streamUrl: string): CarrierDocument;
  /** Rejects the call: as busy at the concurrency limit, else as rejected. Hangs up an answered one. */
  reject(why: 'busy' | 'rejected'): CarrierDocument;
  /** Puts the call into the conference of this name, which ends for all when one leaves. */
  conference(name: string): CarrierDocument;
  /** Speaks a text to the answered call, then continues with the document at the next URL. */
  speak(speech: CarrierSpeech): CarrierDocument;
  /**
   * Speaks a text to the answered call and waits for a key, which interrupts the text. Continues with the document at the
   * next URL, with or without a key.
   */
  promptForKey(prompt: KeyPrompt): CarrierDocument;
}

/** A result of answering-machine detection (AMD). */
export interface AmdResult {
  readonly sid: string;
  readonly answeredBy: AnsweredBy;
  /** The machine's greeting has ended, where the carrier detects that. */
  readonly greetingEnded?: true;
}

/** A webhook as received. */
export interface CarrierRequest {
  readonly method: string;
  /** The public URL that the carrier requested and signed, with its query. */
  readonly url: string;
  /** Keyed by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Time of receipt: an old signature is no longer valid. */
  readonly receivedAt: Date;
}

export interface CarrierCall {
  readonly sid: string;
  /** As sent by the carrier, normalised to E.164 where they are numbers. */
  readonly from: string;
  readonly to: string;
  /** Answering-machine detection result, where the carrier has one before it requests the document. */
  readonly answeredBy: AnsweredBy;
}

/** Words that the carrier's own voice speaks. */
export interface CarrierSpeech {
  readonly text: string;
  /** Canonical id of their language. */
  readonly language: string;
  /** The URL of the next answer document, requested with POST. */
  readonly nextUrl: string;
}

/** Words of the carrier's own voice that ask for one key. */
export interface KeyPrompt extends CarrierSpeech {
  /** How long the key is awaited after the words, in seconds: 5 to 10, which every carrier has. */
  readonly timeoutSeconds: number;
}

/** The response to a webhook. */
export interface CarrierDocument {
  readonly contentType: string;
  readonly body: string;
}
