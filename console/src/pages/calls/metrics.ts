import { answered, api, ApiError, type components } from '../../api.ts';

export type Metrics = components['schemas']['CallMetricsReport'];

/** Metrics of a call. Null without any, for example when it failed early. */
export const metricsOf = (callId: string): Promise<Metrics | null> =>
  answered(api.GET('/api/v1/calls/{call_id}/metrics', { params: { path: { call_id: callId } } })).catch(unlessMissing);

function unlessMissing(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}
