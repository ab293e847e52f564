import type { CallMetrics } from '../../domain/calls/call-metrics.ts';

/** For keeping pipeline metrics, one document per call, written once. */
export interface CallMetricsRepository {
  /** Stores the document, or answers false when the call has one already. */
  add(metrics: CallMetrics): Promise<boolean>;
  find(orgId: string, callId: string): Promise<CallMetrics | null>;
}
