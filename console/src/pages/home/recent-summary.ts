import type { components } from '../../api.ts';
import type { Call } from '../calls/call.ts';

/** Analytics and recent calls. */
export interface RecentSummary {
  readonly analytics: components['schemas']['CallAnalyticsResponse'];
  readonly calls: readonly Call[];
  readonly total: number;
}
