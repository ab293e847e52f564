import type { Quotas } from '../domain/accounts/quotas.ts';
import { wholeNumber, type Read } from './env-readers.ts';

const MB = 1024 * 1024;
const MB_MAX = 1_000_000_000;

/** Default quotas of organisations. 0: no limit. */
export function quotaSettings(read: Read): Quotas {
  const limit = (name: string, fallback: number, unit = 1): number | null => {
    const value = read(name, wholeNumber(0, MB_MAX), fallback);
    return value === 0 ? null : value * unit;
  };
  return {
    uploads: limit('QUOTA_UPLOADS_MB', 5_120, MB),
    storage: limit('QUOTA_STORAGE_MB', 0, MB),
    documents: limit('QUOTA_DOCUMENTS', 1_000),
    passages: limit('QUOTA_PASSAGES', 500_000),
    agents: limit('QUOTA_AGENTS', 1_000),
    campaigns: limit('QUOTA_CAMPAIGNS', 10_000),
    erasures: limit('QUOTA_ERASURES', 1_000),
    analysis_runs_per_day: limit('QUOTA_ANALYSIS_RUNS_PER_DAY', 100),
    calls_per_day: limit('QUOTA_CALLS_PER_DAY', 0),
    call_minutes_per_month: limit('QUOTA_CALL_MINUTES_PER_MONTH', 0),
  };
}
