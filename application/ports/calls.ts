import type { Artifact } from '../../domain/calls/artifact-urls.ts';
import type { CallTally, Span } from '../../domain/calls/analytics.ts';
import type { CallFilter } from '../../domain/calls/call-filter.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import type { CallMetrics } from '../../domain/calls/call-metrics.ts';
import type { RecordedEvent } from '../../domain/events/recorded-event.ts';

/** For storing call logs. Calls of other organisations are not found. */
export interface CallRepository {
  /**
   * Stores a new call, or returns false when its organisation has one with its `provider_call_sid`, also under a race.
   */
  add(call: CallLog): Promise<boolean>;
  /** Stores new calls that no other process dials; skips existing ones. */
  addAll(calls: readonly CallLog[]): Promise<void>;
  find(orgId: string, callId: string): Promise<CallLog | null>;
  findByProviderSid(orgId: string, sid: string): Promise<CallLog | null>;
  /**
   * Replaces the given fields if the call is unchanged: the changed call, null when it changed or is absent, 'taken'
   * when another call has the new `provider_call_sid`. The events that the change causes are stored in the same write.
   * Each change moves `updated_at` on, at least by a millisecond.
   */
  update(
    orgId: string,
    callId: string,
    seen: CallSnapshot,
    changes: Partial<CallLog>,
    eventsOf?: (before: CallLog, after: CallLog) => readonly RecordedEvent[],
  ): Promise<CallLog | null | 'taken'>;
  /**
   * Records the ids that the carrier gave to calls, and removes the errors of earlier attempts. Leaves out calls that have
   * changed and ids that another call has. Returns how many it recorded. Ids cause no events.
   */
  recordSids(dialled: readonly DialledCall[]): Promise<number>;
  /** The calls with these ids that exist, in any order. */
  findMany(orgId: string, callIds: readonly string[]): Promise<CallLog[]>;
  /** One page of an organisation's calls, or of the wanted ones, newest first. */
  list(
    orgId: string,
    page: { readonly limit: number; readonly offset: number },
    wanted?: CallFilter,
  ): Promise<CallLog[]>;
  /** All wanted calls, newest first, read as they are consumed. */
  each(orgId: string, wanted: CallFilter): AsyncIterable<CallLog>;
  /** The wanted calls that have gaps, newest first, up to the limit. */
  listWithGaps(orgId: string, wanted: CallFilter, limit: number): Promise<CallLog[]>;
  /** The first of the wanted calls, oldest first. */
  listOldest(orgId: string, wanted: CallFilter, limit: number): Promise<CallLog[]>;
  /**
   * One page of the calls registered before a time, oldest first: all, those from another time on, or those whose log
   * names this artifact.
   */
  listBefore(
    orgId: string,
    before: { readonly moment: string; readonly from?: string; readonly having?: Artifact },
    page: { readonly limit: number; readonly offset: number },
  ): Promise<CallLog[]>;
  /** Removes a call's log, if there is one. */
  remove(orgId: string, callId: string): Promise<void>;
  /** The number of calls of the organisation, or of the wanted ones. */
  count(orgId: string, wanted?: CallFilter): Promise<number>;
  /** One page of a campaign's calls, newest first. */
  listOfCampaign(
    orgId: string,
    campaignId: string,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<CallLog[]>;
  /** Counts an organisation's calls, or those registered in this span, by agent and outcome, in the store. */
  tally(orgId: string, registered?: Span): Promise<CallTally[]>;
}

/** A call with the id that its carrier gave it. */
export interface DialledCall {
  readonly seen: Pick<CallLog, 'org_id' | 'call_id'> & CallSnapshot;
  readonly sid: string;
  readonly at: string;
}

/** The fields that updates of a call are decided on. Each change moves `updated_at` on. */
export type CallSnapshot = Pick<
  CallLog,
  'status' | 'call_response' | 'end_time_utc' | 'provider_call_sid' | 'updated_at'
>;

/** For storing pipeline metrics, one document per call, written once. */
export interface CallMetricsRepository {
  /** Stores the document, or returns false when the call has one already. */
  add(metrics: CallMetrics): Promise<boolean>;
  find(orgId: string, callId: string): Promise<CallMetrics | null>;
  /** The calls with these ids that exist, in any order. */
  findMany(orgId: string, callIds: readonly string[]): Promise<CallMetrics[]>;
}
