import type { Stage } from '../../domain/calls/call-metrics.ts';
import type { Problem } from '../../domain/errors.ts';
import type { ConversationEvent, EndReason } from '../../domain/voice/conversation-events.ts';
import type { StopReason, TokenUsage } from './language-model.ts';

/** For observing calls as metrics and traces for operators. Observing never waits and never fails. */
export interface CallMonitor {
  /** A call arrives; whether it can be run is still open. */
  begin(kind: CallKind): MonitoredCall;
}

export type CallKind = 'web' | 'telephony';

/** One observed call. Its methods are called in the order of events. */
export interface MonitoredCall {
  /** Identifies the call. */
  identify(call: { readonly call_id: string; readonly agent_id: string }): void;
  /** Runs work in the call's trace context, so that requests to other services belong to it. */
  run<T>(work: () => T): T;
  /** Reports a conversation event. Transcripts in it must not be exported. */
  onEvent(event: ConversationEvent): void;
  /** Reports a request to a vendor. */
  vendorRequestStarted(stage: Stage, provider: string, model: string | null): VendorRequest;
  /** Reports a vendor failure: at its opening, or later, retryable or not. */
  vendorFailed(stage: Stage, provider: string, how: VendorFault): void;
  /** Reports a failover from this vendor to the next. */
  vendorFailedOver(stage: Stage, from: string): void;
  /** The call was refused. No method is called afterwards. */
  refused(problem: Problem | null): void;
  /** The call ended; `broken` when it failed before the conversation started. No method is called afterwards. */
  ended(reason: EndReason | 'broken'): void;
}

export type VendorFault = 'opening' | 'retryable' | 'final';

/** A request to a vendor. */
export interface VendorRequest {
  /** Reports the first output. */
  firstOutput(): void;
  /** Reports usage and stop reason, from vendors that return them. */
  used(usage: TokenUsage | null, reason: StopReason): void;
  /** Reports the end: null when it is complete or cancelled. */
  ended(fault: VendorFault | null): void;
}
