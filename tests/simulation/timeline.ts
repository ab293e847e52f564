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
    countWhile(dials, ({ at }) => at <= after),
    countWhile(dials, ({ at }) => at <= until),
  );

/** What was so at some time from here to there, of states that each last until the next one, in the order of time. */
export const lasting = <T extends { readonly at: number }>(
  states: readonly T[],
  from: number,
  to: number,
): readonly T[] =>
  states.slice(
    Math.max(0, countWhile(states, ({ at }) => at < from) - 1),
    countWhile(states, ({ at }) => at <= to),
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
    return countWhile(starts, ({ at }) => at <= dial.at) - countWhile(ends, ({ endsAt }) => endsAt <= dial.at);
  };
}

/** How many at the beginning of a sorted list this is true of. */
function countWhile<T>(sorted: readonly T[], isSo: (each: T) => boolean): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isSo(sorted[middle]!)) from = middle + 1;
    else to = middle;
  }
  return from;
}
