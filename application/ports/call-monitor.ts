import type { Stage } from '../../domain/calls/call-metrics.ts';
import type { Problem } from '../../domain/errors.ts';
import type { ConversationEvent, EndReason } from '../../domain/voice/conversation-events.ts';
import type { StopReason, TokenUsage } from './language-model.ts';

/** For watching how calls go, as figures and as traces for operators. Watching never waits and never fails. */
export interface CallMonitor {
  /** Somebody's call arrives; whether it can be carried is still to be seen. */
  begin(kind: CallKind): MonitoredCall;
}

export type CallKind = 'web' | 'telephony';

/** One call that is watched, told in the order in which things happen. */
export interface MonitoredCall {
  /** Which call it is, once that is known. */
  identify(call: { readonly call_id: string; readonly agent_id: string }): void;
  /** Works in the name of the call: whatever other services are asked for meanwhile is known to belong to it. */
  run<T>(work: () => T): T;
  /** Something happened in its conversation. What was said is not to be repeated. */
  onEvent(event: ConversationEvent): void;
  /** A vendor is asked for a piece of work. */
  vendorRequestStarted(stage: Stage, provider: string, model: string | null): VendorRequest;
  /** A vendor could not do its work: at its opening, or later, where that may be tried again or not. */
  vendorFailed(stage: Stage, provider: string, how: VendorFault): void;
  /** Another vendor takes the place of this one. */
  vendorFailedOver(stage: Stage, from: string): void;
  /** It was not carried at all. Nothing is told afterwards. */
  refused(problem: Problem | null): void;
  /** It is over; `broken`, when it failed before anybody could talk. Nothing is told afterwards. */
  ended(reason: EndReason | 'broken'): void;
}

export type VendorFault = 'opening' | 'retryable' | 'final';

/** A piece of work that a vendor was asked for. */
export interface VendorRequest {
  /** The first of it came. */
  firstOutput(): void;
  /** What it cost and how it came to its end, from vendors who say. */
  used(usage: TokenUsage | null, reason: StopReason): void;
  /** It is over: null when it is whole, or when nobody wanted the rest. */
  ended(fault: VendorFault | null): void;
}
