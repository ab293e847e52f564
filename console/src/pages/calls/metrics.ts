import { answered, api, ApiError, type components } from '../../api.ts';

export type Metrics = components['schemas']['CallMetricsReport'];

/** How fast a call was; null for one that nobody measured, such as one that failed early. */
export const metricsOf = (callId: string): Promise<Metrics | null> =>
  answered(api.GET('/api/v1/calls/{call_id}/metrics', { params: { path: { call_id: callId } } })).catch(unlessMissing);

function unlessMissing(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}
