import type { MeasuredCall } from '../../domain/calls/call-facts.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import type { CallAnalysisRepository } from '../ports/call-analyses.ts';
import type { CallMetricsRepository } from '../ports/calls.ts';

export interface MeasuredCallPorts {
  readonly metrics: Pick<CallMetricsRepository, 'findMany'>;
  readonly callAnalyses: Pick<CallAnalysisRepository, 'findMany'>;
}

/** Calls with their metrics and analyses, in the same order. */
export async function measuredCalls(
  { metrics, callAnalyses }: MeasuredCallPorts,
  orgId: string,
  calls: readonly CallLog[],
): Promise<readonly (MeasuredCall & { readonly call: CallLog })[]> {
  if (calls.length === 0) return [];
  const ids = calls.map(({ call_id }) => call_id);
  const [measurements, analyses] = await Promise.all([metrics.findMany(orgId, ids), callAnalyses.findMany(orgId, ids)]);
  const metricsOf = new Map(measurements.map((each) => [each.call_id, each]));
  const analysisOf = new Map(analyses.map((each) => [each.call_id, each]));
  return calls.map((call) => ({
    call,
    metrics: metricsOf.get(call.call_id) ?? null,
    analysis: analysisOf.get(call.call_id) ?? null,
  }));
}
