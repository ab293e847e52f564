import type { Span } from '../calls/analytics.ts';
import { DomainError } from '../errors.ts';

/** Usage limits of an organisation. Null: unlimited. */
export interface Quotas {
  /** Bytes of uploaded documents, contact lists and recordings of rehearsals. */
  readonly uploads: number | null;
  /** Bytes of all objects: uploads, recordings and transcripts. */
  readonly storage: number | null;
  readonly documents: number | null;
  /** Passages of documents: what is stored to find them grows with their number. */
  readonly passages: number | null;
  readonly agents: number | null;
  /** Campaigns, those that are over included. */
  readonly campaigns: number | null;
  /** Erasures of numbers that are not done. */
  readonly erasures: number | null;
  /** Runs that analyse earlier calls, begun per UTC day. */
  readonly analysis_runs_per_day: number | null;
  /** Calls registered per UTC day. */
  readonly calls_per_day: number | null;
  /** Minutes of calls registered in a UTC calendar month. */
  readonly call_minutes_per_month: number | null;
}

export type QuotaName = keyof Quotas;

export const NO_QUOTAS: Quotas = {
  uploads: null,
  storage: null,
  documents: null,
  passages: null,
  agents: null,
  campaigns: null,
  erasures: null,
  analysis_runs_per_day: null,
  calls_per_day: null,
  call_minutes_per_month: null,
};

/** Use of one quota. */
export interface QuotaUse {
  readonly limit: number | null;
  readonly used: number;
  readonly remaining: number | null;
  /** When `used` resets to 0. Null: never. */
  readonly resets_at: string | null;
}

/** Effective quotas of an organisation: its own where set, else the platform's. */
export function quotasOf({ quotas }: { readonly quotas?: Partial<Quotas> | null }, platform: Quotas): Quotas {
  const own = Object.entries(quotas ?? {}).filter(([name, limit]) => name in NO_QUOTAS && isLimit(limit));
  return { ...platform, ...Object.fromEntries(own) };
}

/** Operators write these values by hand, so their types are not certain. */
const isLimit = (limit: unknown): boolean => limit === null || (typeof limit === 'number' && limit >= 0);

/** The UTC calendar day that contains `now`. */
export const dayOf = (now: Date): Span => {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  return { from: utc(year, month, day), below: utc(year, month, day + 1) };
};

/** The UTC calendar month that contains `now`. */
export const monthOf = (now: Date): Span => {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { from: utc(year, month, 1), below: utc(year, month + 1, 1) };
};

const utc = (year: number, month: number, day: number): string => new Date(Date.UTC(year, month, day)).toISOString();

/** Combines a limit with its current use. */
export const quotaUse = (limit: number | null, used: number, resetsAt: string | null = null): QuotaUse => ({
  limit,
  used,
  remaining: limit === null ? null : Math.max(0, limit - used),
  resets_at: resetsAt,
});

/**
 * A quota is exceeded: `oversized` for bytes, `limited` for everything else. The message names the quota, its limit,
 * its use and the next step.
 */
export class QuotaExceeded extends DomainError {
  constructor(name: QuotaName, { limit, used, resets_at }: QuotaUse, wanted: number, now: Date) {
    const until = resets_at === null ? '' : ` It resets at ${resets_at}.`;
    super(
      isBytes(name) ? 'oversized' : 'limited',
      `The quota ${name} does not allow this: ${amount(name, used)} of ${amount(name, limit ?? 0)} ${UNITS[name]} are used` +
        `${isBytes(name) ? ` and ${amount(name, wanted)} MB more are needed` : ''}.${until} ${ADVICE[name]}`,
      { retryAfterMs: resets_at === null ? null : Math.max(0, Date.parse(resets_at) - now.getTime()) },
    );
    this.name = 'QuotaExceeded';
  }
}

/** Throws `QuotaExceeded` when the request goes beyond the limit. */
export function requireWithin(name: QuotaName, use: QuotaUse, wanted: number, now: Date): void {
  if (use.limit !== null && use.used + wanted > use.limit) throw new QuotaExceeded(name, use, wanted, now);
}

const isBytes = (name: QuotaName): boolean => name === 'uploads' || name === 'storage';

const MB = 1024 * 1024;
const UNITS: Readonly<Record<QuotaName, string>> = {
  uploads: 'MB of uploads',
  storage: 'MB of storage',
  documents: 'documents',
  passages: 'passages of documents',
  agents: 'agents',
  campaigns: 'campaigns',
  erasures: 'unfinished erasures',
  analysis_runs_per_day: 'analysis runs of today',
  calls_per_day: 'calls of today',
  call_minutes_per_month: 'call minutes of this month',
};

const HIGHER = 'ask the operator for a higher quota.';
const ADVICE: Readonly<Record<QuotaName, string>> = {
  uploads: `Files of deleted documents stay in the store and count. Delete recorded rehearsals, or ${HIGHER}`,
  storage: `Files of deleted documents stay in the store and count: ${HIGHER}`,
  documents: `Delete documents, or ${HIGHER}`,
  passages: `Delete documents, or ${HIGHER}`,
  agents: `Delete agents, or ${HIGHER}`,
  campaigns: `Delete campaigns, or ${HIGHER}`,
  erasures: `Wait until some are done, or ${HIGHER}`,
  analysis_runs_per_day: `Wait until then, or ${HIGHER}`,
  calls_per_day: `Wait until then, or ${HIGHER}`,
  call_minutes_per_month: `Wait until then, or ${HIGHER}`,
};

/** Rounded to one decimal. Bytes are rounded up. */
const amount = (name: QuotaName, value: number): number =>
  isBytes(name) ? Math.ceil((value / MB) * 10) / 10 : Math.round(value * 10) / 10;
