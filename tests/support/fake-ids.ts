import type { Ids } from '../../application/ports/ids.ts';

/** Ids in the real format, counted from 1, so that a test can predict them. */
export function fakeIds(): Ids {
  let given = 0;
  return { next: () => fakeId((given += 1)) };
}

/** The id a fresh `fakeIds()` gives at this count. */
export const fakeId = (count: number): string => `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
