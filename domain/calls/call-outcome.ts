import type { CallLogStatus, CallResponse } from './call-log.ts';
import type { CallMetricsBody } from './call-metrics.ts';

/** How a call ended, as the runtime reports it. */
export interface CallOutcome {
  readonly status: CallLogStatus;
  readonly call_response: CallResponse;
  readonly end_time_utc: string;
  /** Why it failed, where that can be told. */
  readonly error_message?: string;
  /** Of an anonymous call: that its caller said or typed something. */
  readonly caller_spoke?: true;
  /** Null when nothing could be measured. */
  readonly metrics: CallMetricsBody | null;
}
