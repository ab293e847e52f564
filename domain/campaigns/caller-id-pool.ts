import { invalid } from '../errors.ts';

/** Numbers of the organisation that a campaign calls from, one of which is chosen for each dial. */
export interface CallerIdPool {
  readonly numbers: readonly string[];
  /** Numbers of the contact's area code, or of its country, come first. */
  readonly local_presence: boolean;
  /** The least share of answered calls. A number below it rests. Null: none rests. */
  readonly min_answer_rate: number | null;
  /** The newest calls from a number by which it is judged. */
  readonly min_calls: number;
  readonly rest_hours: number;
  /** The least time between two dials of the campaign from one number. */
  readonly min_interval_seconds: number;
}

/** A pool as given. Fields that are left out stay as they are. */
export type CallerIdPoolInput = Partial<CallerIdPool>;

/** Limits of a pool. openapi.yaml repeats them, and a test compares them. */
export const CALLER_ID_POOL_BOUNDS = {
  numbers: { minimum: 1, maximum: 50 },
  min_answer_rate: { minimum: 0.01, maximum: 1 },
  min_calls: { minimum: 10, maximum: 100 },
  rest_hours: { minimum: 1, maximum: 168 },
  min_interval_seconds: { minimum: 0, maximum: 3_600 },
} as const;

const DEFAULTS: Omit<CallerIdPool, 'numbers'> = {
  local_presence: true,
  min_answer_rate: null,
  min_calls: 50,
  rest_hours: 24,
  min_interval_seconds: 0,
};

/** Merges a pool into the previous one. Rejects one without numbers. */
export function callerIdPool(given: CallerIdPoolInput, before?: CallerIdPool): CallerIdPool {
  const { numbers, ...settings } = { ...DEFAULTS, ...before, ...given };
  if (numbers === undefined) throw invalid('caller_id_pool.numbers is required');
  return { numbers, ...settings };
}
