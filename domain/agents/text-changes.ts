/** A line of two texts: of both, of the second one, or of the first one. */
export interface TextChange {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/**
 * The lines of two texts: as few added and removed ones as possible, if that takes at most `pairsMax` comparisons of
 * lines. Otherwise all lines between the first and the last change are removed and added.
 */
export function textChanges(
  before: string,
  after: string,
  pairsMax: number,
): { readonly lines: readonly TextChange[]; readonly pairs: number } {
  const [was, is] = [before.split('\n'), after.split('\n')];
  const head = sharedHead(was, is);
  const tail = sharedTail(was.slice(head), is.slice(head));
  const [removed, added] = [was.slice(head, was.length - tail), is.slice(head, is.length - tail)];
  const pairs = removed.length * added.length;
  const isAligned = pairs <= pairsMax;
  const lines = [
    ...marked('same', was.slice(0, head)),
    ...(isAligned ? aligned(removed, added) : [...marked('removed', removed), ...marked('added', added)]),
    ...marked('same', was.slice(was.length - tail)),
  ];
  return { lines, pairs: isAligned ? pairs : 0 };
}

const marked = (kind: TextChange['kind'], lines: readonly string[]): TextChange[] =>
  lines.map((text) => ({ kind, text }));

function sharedHead(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < a.length && count < b.length && a[count] === b[count]) count += 1;
  return count;
}

const sharedTail = (a: readonly string[], b: readonly string[]): number => sharedHead(a.toReversed(), b.toReversed());

/** Lines that both have, by their longest common subsequence, and between them what was removed before what was added. */
function aligned(was: readonly string[], is: readonly string[]): TextChange[] {
  const lengths = commonLengths(was, is);
  const width = is.length + 1;
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  const changes: TextChange[] = [];
  let [i, j] = [0, 0];
  while (i < was.length || j < is.length) {
    const [old, young] = [was[i], is[j]];
    if (old !== undefined && old === young) {
      changes.push({ kind: 'same', text: old });
      [i, j] = [i + 1, j + 1];
    } else if (old !== undefined && (young === undefined || at(i + 1, j) >= at(i, j + 1))) {
      changes.push({ kind: 'removed', text: old });
      i += 1;
    } else if (young !== undefined) {
      changes.push({ kind: 'added', text: young });
      j += 1;
    }
  }
  return changes;
}

/** Lengths of the longest common subsequences of the ends of both lists. */
function commonLengths(was: readonly string[], is: readonly string[]): Uint32Array {
  const width = is.length + 1;
  const lengths = new Uint32Array((was.length + 1) * width);
  for (let i = was.length - 1; i >= 0; i -= 1)
    for (let j = is.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        was[i] === is[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
  return lengths;
}
