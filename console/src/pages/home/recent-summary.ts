import type { components } from '../../api.ts';
import type { Call } from '../calls/call.ts';

/** Analytics, outcomes of analysed calls, and recent calls. */
export interface RecentSummary {
  readonly analytics: components['schemas']['CallAnalyticsResponse'];
  readonly outcomes: components['schemas']['CallOutcomes'];
  readonly calls: readonly Call[];
  readonly total: number;
}
