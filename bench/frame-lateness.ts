export const FRAME_MS = 20;
/** A pause longer than any frame can be late starts another speech. In milliseconds. */
const PAUSE_MS = 250;

/**
 * How late each frame of an agent came after the moment it was due: as much as the lead holds at once, then one every
 * 20 ms. Everything in milliseconds.
 */
export function frameLateness(arrivals: readonly number[], leadMs: number): number[] {
  const late: number[] = [];
  let startedAt = 0;
  let index = 0;
  arrivals.forEach((at, place) => {
    if (place === 0 || at - (arrivals[place - 1] ?? 0) > PAUSE_MS + leadMs) [startedAt, index] = [at, 0];
    index += 1;
    late.push(Math.max(0, at - startedAt - Math.max(0, index * FRAME_MS - leadMs)));
  });
  return late;
}
