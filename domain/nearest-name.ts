/** Longest part of a name that is compared, which bounds the cost. */
const COMPARED_MAX = 64;

/** The known name that a misspelt one most likely means: by its beginning, or with few letters changed. Null without one. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const wanted = plain(name);
  if (wanted.length < 2) return null;
  const near = known.flatMap((each) => {
    const other = plain(each);
    const distance = isBeginning(wanted, other) ? 1 : editDistance(wanted, other);
    return distance <= Math.max(1, Math.floor(Math.max(wanted.length, other.length) / 3)) ? [{ each, distance }] : [];
  });
  return near.toSorted((one, other) => one.distance - other.distance)[0]?.each ?? null;
}

/** What to do about an unknown name: the nearest known one, or all of them. */
export function adviceOnName(name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  return near === null ? `use one of ${known.join(', ')}` : `did you mean ${near}?`;
}

/** Case and separators differ between conventions: `timeoutSecs` is `timeout_secs`. */
const plain = (name: string): string =>
  name
    .slice(0, COMPARED_MAX)
    .toLowerCase()
    .replace(/[\s_-]/g, '');

const isBeginning = (one: string, other: string): boolean =>
  Math.min(one.length, other.length) >= 3 && (one.startsWith(other) || other.startsWith(one));

/** Letters inserted, removed, replaced or swapped with their neighbour. */
function editDistance(one: string, other: string): number {
  const cost = new Map<string, number>();
  const at = (row: number, column: number): number => cost.get(`${row},${column}`) ?? Math.max(row, column);
  for (let row = 1; row <= one.length; row += 1)
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const replaced = at(row - 1, column - 1) + (isSame ? 0 : 1);
      const swapped = isSwap ? at(row - 2, column - 2) + 1 : Infinity;
      cost.set(`${row},${column}`, Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, replaced, swapped));
    }
  return at(one.length, other.length);
}
