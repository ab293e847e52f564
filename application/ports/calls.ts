import type { CallTally, Span } from '../../domain/calls/analytics.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import type { CallMetrics } from '../../domain/calls/call-metrics.ts';

/** For keeping call logs. Another organisation's call does not exist. */
export interface CallRepository {
  /** Stores a new call, or answers false when its organisation has one with its `provider_call_sid`, also under a race. */
  add(call: CallLog): Promise<boolean>;
  /** Stores new calls that nobody else dials, but for those that are there already. */
  addAll(calls: readonly CallLog[]): Promise<void>;
  find(orgId: string, callId: string): Promise<CallLog | null>;
  findByProviderSid(orgId: string, sid: string): Promise<CallLog | null>;
  /**
   * Replaces the given fields if the call still stands where it was seen: the changed call, null when it is absent or
   * has moved on, 'taken' when another call has the new `provider_call_sid`.
   */
  update(
    orgId: string,
    callId: string,
    seen: CallSnapshot,
    changes: Partial<CallLog>,
  ): Promise<CallLog | null | 'taken'>;
  /** One page of an organisation's calls, newest first. */
  list(orgId: string, page: { readonly limit: number; readonly offset: number }): Promise<CallLog[]>;
  /** How many calls the organisation has, or registered in this span. */
  count(orgId: string, registered?: Span): Promise<number>;
  /** One page of a campaign's calls, newest first. */
  listOfCampaign(
    orgId: string,
    campaignId: string,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<CallLog[]>;
  /** An organisation's calls, or those registered in this span, counted in the store by agent and outcome. */
  tally(orgId: string, registered?: Span): Promise<CallTally[]>;
}

/** What changes of a call are decided on. */
export type CallSnapshot = Pick<CallLog, 'status' | 'call_response' | 'end_time_utc' | 'provider_call_sid'>;

/** For keeping pipeline metrics, one document per call, written once. */
export interface CallMetricsRepository {
  /** Stores the document, or answers false when the call has one already. */
  add(metrics: CallMetrics): Promise<boolean>;
  find(orgId: string, callId: string): Promise<CallMetrics | null>;
}
