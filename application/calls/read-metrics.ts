import { allow, type Caller } from '../../domain/accounts/caller.ts';
import { metricsReport, type CallMetricsReport } from '../../domain/calls/call-metrics.ts';
import { missing } from '../../domain/errors.ts';
import type { CallMetricsRepository } from '../ports/call-metrics.ts';

/** The metrics of a call with the averages over its stages. */
export const readMetrics =
  ({ metrics }: { metrics: CallMetricsRepository }) =>
  async (caller: Caller, callId: string): Promise<CallMetricsReport> => {
    const document = await metrics.find(allow(caller, 'calls.read').org_id, callId);
    if (!document) throw missing('Metrics');
    return metricsReport(document);
  };
