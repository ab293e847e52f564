import type { CarrierDialect } from './carrier-dialect.ts';
import type { CarrierReport } from '../../domain/telephony/carrier-report.ts';
import type { DialRate } from '../../domain/telephony/dial-rate.ts';

/**
 * For asking one telephony provider in the name of one organisation. A refusal is a `CarrierFailure` with the carrier's
 * own status and words; no answer in time is `unavailable`. Numbers are E.164 with a plus. Every wait is bounded.
 */
export interface Carrier {
  readonly provider: string;
  readonly abilities: CarrierAbilities;
  /** How often the account may be dialled, and a name for it that tells nothing; null: the carrier sets no pace. */
  readonly pacing: { readonly account: string; readonly rate: DialRate } | null;
  /** Makes an application that asks these URLs, and answers its id. */
  addApplication(application: CarrierApplication): Promise<string>;
  changeApplication(applicationId: string, application: CarrierApplication): Promise<void>;
  /** Removes an application. One that is absent is fine. */
  removeApplication(applicationId: string): Promise<void>;
  /** The numbers the organisation holds there, without duplicates, sorted. */
  numbers(): Promise<string[]>;
  /** Whether the organisation holds this number there, as `numbers` would list it. */
  holds(number: string): Promise<boolean>;
  /** Lets calls to the number ask the application. Refuses with status 404 a number that is not held there. */
  link(number: string, applicationId: string): Promise<void>;
  /** Undoes that. A number that is not linked, or not held any more, is fine. */
  unlink(number: string, applicationId: string): Promise<void>;
  /** Dials once, and answers the carrier's id of the call. When it rejects, see `CarrierFailure.isDefinite`. */
  dial(request: DialRequest): Promise<{ readonly sid: string }>;
  /** Ends a call, ringing or answered. One that is over, or unknown, is fine. */
  hangUp(sid: string): Promise<void>;
  /**
   * What became of a call. Null: certainly no such call. `unknown`: the carrier cannot tell. Without a sid a carrier
   * that looks up `by_call` searches for what was dialled.
   */
  lookUp(call: CallReference): Promise<FoundCall | null | 'unknown'>;
}

export interface CarrierAbilities {
  /** For how long the same `callId` dials no second time, in milliseconds; 0 when the carrier would dial again. */
  readonly idempotencyMs: number;
  /** `by_sid`: a call whose id is known. `by_call`: also one whose dial was never answered. */
  readonly lookUp: 'none' | 'by_sid' | 'by_call';
  /** Whether it tells persons from machines. */
  readonly detectsMachines: boolean;
}

export interface CarrierApplication {
  readonly name: string;
  readonly answerUrl: string;
  readonly hangupUrl: string;
}

export interface DialRequest {
  /** Our own id of the call. */
  readonly callId: string;
  readonly to: string;
  readonly from: string;
  readonly applicationId: string;
  /** Asked when somebody picks up. */
  readonly answerUrl: string;
  /** Told how the call goes and how it ends. */
  readonly hangupUrl: string;
  /** Told who picked up, where the carrier can tell; null when nobody wants to know. */
  readonly machineUrl: string | null;
  /** Rings for so long at most. In seconds. */
  readonly ringSeconds: number;
}

export interface CallReference {
  readonly callId: string;
  readonly sid: string | null;
  readonly to: string;
  readonly from: string;
  /** When it was dialled. */
  readonly since: Date;
}

/** A call as the carrier knows it. */
export interface FoundCall extends CarrierReport {
  readonly sid: string;
}

/** For reaching every registered telephony provider. */
export interface Carriers {
  /** Opens a carrier with an organisation's secrets. Refuses with `invalid` a provider that is unknown, or secrets that do not suffice. */
  open(provider: string, auth: Readonly<Record<string, unknown>>): Carrier;
  /** How the carrier speaks to our webhooks, or null when it is not registered. */
  dialect(provider: string): CarrierDialect | null;
}

/** For reaching a carrier in an organisation's name, with the secrets the organisation stored for it. */
export interface OrganisationCarriers {
  /** The carrier, ready to be asked. Refuses with `invalid` a provider that is not registered, or has no secrets stored. */
  of(orgId: string, provider: string): Promise<Carrier>;
  /** The same for giving something back: null when the carrier cannot be asked any more, because its secrets are gone. */
  find(orgId: string, provider: string): Promise<Carrier | null>;
}
