/** Longest part of a name that is compared. */
const COMPARED_MAX = 32;
/** Known names that are looked at, and pairs of letters that are compared. Tenants choose all names, and repeat them. */
const KNOWN_MAX = 200;
const PAIRS_MAX = 10_000;
/** Known names that an advice shows, and characters of each. */
const SHOWN_MAX = 30;
const SHOWN_LENGTH = 64;

/** The known name that a misspelt one most likely means: by its beginning, or with few letters changed. Null without one. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const wanted = plain(name);
  if (wanted.length < 2) return null;
  let pairs = PAIRS_MAX;
  const near = known.slice(0, KNOWN_MAX).flatMap((each) => {
    const other = plain(each);
    const most = Math.max(1, Math.floor(Math.max(wanted.length, other.length) / 3));
    if (isBeginning(wanted, other)) return [{ each, distance: 1 }];
    if (Math.abs(wanted.length - other.length) > most) return [];
    pairs -= wanted.length * other.length;
    const distance = pairs < 0 ? Infinity : editDistance(wanted, other, most);
    return distance <= most ? [{ each, distance }] : [];
  });
  return near.toSorted((one, other) => one.distance - other.distance)[0]?.each ?? null;
}

/** What to do about an unknown name: the nearest known one, or all of them. */
export function adviceOnName(name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  return near === null ? `use one of ${listOf(known)}` : `did you mean ${near.slice(0, SHOWN_LENGTH)}?`;
}

/** The same with all known names, also where one of them is near. */
export function fullAdviceOnName(name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  const all = known.length === 0 ? 'there are none' : `use one of ${listOf(known)}`;
  return near === null ? all : `did you mean ${near.slice(0, SHOWN_LENGTH)}? Otherwise ${all}`;
}

/** A fault for each unknown name, with the nearest known one. All known names stand in the first fault only. */
export const unknownNames = (
  unknown: readonly string[],
  known: readonly string[],
  faultOf: (name: string) => string,
): string[] =>
  unknown.map((name, index) => {
    if (index === 0) return `${faultOf(name)}: ${fullAdviceOnName(name, known)}`;
    const near = nearestName(name, known);
    return near === null ? faultOf(name) : `${faultOf(name)}: did you mean ${near.slice(0, SHOWN_LENGTH)}?`;
  });

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN_MAX).map((each) => each.slice(0, SHOWN_LENGTH));
  const others = names.length - shown.length;
  return `${shown.join(', ')}${others > 0 ? ` and ${others} others` : ''}`;
}

/** Case and separators differ between conventions: `timeoutSecs` is `timeout_secs`. */
const plain = (name: string): string =>
  name
    .slice(0, COMPARED_MAX)
    .toLowerCase()
    .replace(/[\s_-]/g, '');

const isBeginning = (one: string, other: string): boolean =>
  Math.min(one.length, other.length) >= 3 && (one.startsWith(other) || other.startsWith(one));

/** Letters inserted, removed, replaced or swapped with their neighbour. Infinity when it is more than `most`. */
function editDistance(one: string, other: string, most: number): number {
  let [earlier, before]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row += 1) {
    const costs = [row];
    let least = row;
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const replaced = before[column - 1]! + (isSame ? 0 : 1);
      const swapped = isSwap ? earlier[column - 2]! + 1 : Infinity;
      const cost = Math.min(before[column]! + 1, costs[column - 1]! + 1, replaced, swapped);
      costs.push(cost);
      least = Math.min(least, cost);
    }
    // A swap skips one row, whose costs are lower by 1 at most.
    if (least > most + 1) return Infinity;
    [earlier, before] = [before, costs];
  }
  return before[other.length]!;
}
