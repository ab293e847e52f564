import type { Call } from './call.ts';

/** The calls of both lists, the newest first: what is heard often of the newest, and what is heard seldom of many. */
export function mergeCalls(newest: readonly Call[], many: readonly Call[]): readonly Call[] {
  const known = new Set(newest.map(({ call_id }) => call_id));
  return [...newest, ...many.filter(({ call_id }) => !known.has(call_id))];
}
