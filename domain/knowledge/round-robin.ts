/**
 * Chooses the next waiting key after the last one served, in sorted circular order. So each key is served once before
 * any is served again. Undefined when none waits.
 */
export function nextRoundRobin(waiting: readonly string[], last: string | null): string | undefined {
  const ordered = waiting.toSorted();
  return ordered.find((each) => last !== null && each > last) ?? ordered[0];
}
