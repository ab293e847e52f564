/**
 * Whose turn it is among those who wait: the one that follows the last one served, in the order of their names and around
 * in a circle, so that each has one turn before any has another. Undefined when nobody waits.
 */
export function nextRoundRobin(waiting: readonly string[], last: string | null): string | undefined {
  const ordered = waiting.toSorted();
  return ordered.find((each) => last !== null && each > last) ?? ordered[0];
}
