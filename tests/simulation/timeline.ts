import { grouped } from './grouped.ts';
import type { Entry } from './ledger-carrier.ts';

type TimedDial = Pick<Entry, 'at' | 'endsAt'>;

/** Names that were there before. */
export function repeated(names: readonly string[]): string[] {
  const known = new Set<string>();
  return names.filter((name) => known.size === known.add(name).size);
}

/** The dials of a list, which are in the order of time, after one time and not after another. */
export const between = <T extends TimedDial>(dials: readonly T[], after: number, until: number): readonly T[] =>
  dials.slice(
    countUntil(dials, after, ({ at }) => at),
    countUntil(dials, until, ({ at }) => at),
  );

/** For a dial, how many of its group are under way when it is made. Each ends after it began. */
export function liveCounts<T extends TimedDial>(
  dials: readonly T[],
  groupOf: (dial: T) => string | null,
): (dial: T) => number {
  const groups = new Map(
    [...grouped(dials, groupOf)].map(([group, starts]) => [
      group,
      { starts, ends: starts.toSorted((a, b) => a.endsAt - b.endsAt) },
    ]),
  );
  return (dial) => {
    const { starts, ends } = groups.get(groupOf(dial))!;
    return countUntil(starts, dial.at, ({ at }) => at) - countUntil(ends, dial.at, ({ endsAt }) => endsAt);
  };
}

/** How many of a sorted list are not after a time. */
function countUntil<T>(sorted: readonly T[], time: number, timeOf: (dial: T) => number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (timeOf(sorted[middle]!) <= time) from = middle + 1;
    else to = middle;
  }
  return from;
}
