import { answered, api, type components } from '../../api.ts';
import { unlessMissing } from '../../parts/unless-missing.ts';

export type Metrics = components['schemas']['CallMetricsReport'];

/** Metrics of a call. Null without any, for example when it failed early. */
export const metricsOf = (callId: string): Promise<Metrics | null> =>
  answered(api.GET('/api/v1/calls/{call_id}/metrics', { params: { path: { call_id: callId } } })).catch(unlessMissing);
