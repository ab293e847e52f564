/** What happens in a conversation at a time: words of one side, or a call of a tool. */
export interface StepEntry {
  readonly by: 'agent' | 'caller' | 'tool';
  /** What is said; of a tool, its name and arguments. */
  readonly words: string;
  /** Seconds from the start of the conversation, or of its recording. */
  readonly at: number;
}

/** One of the two conversations. */
export type Side = 'a' | 'b';

/** The places in both conversations that belong together: of each the index of its entry, or null where it has none. */
export interface StepRow {
  readonly a: number | null;
  readonly b: number | null;
  /** Counts from 0. Each begins with words of the caller, but for the first if the agent greets. */
  readonly exchange: number;
  /** Whether both sides have the same words. */
  readonly isSame: boolean;
}

/** What two entries of the same kind are worth beside each other, in addition to the share of words they have in common. */
const SAME_KIND = 0.25;

/**
 * Puts two conversations side by side: each entry beside the one that it resembles most, in order. A conversation alone
 * has only rows of its own.
 */
export function pairEntries(a: readonly StepEntry[], b: readonly StepEntry[]): readonly StepRow[] {
  const [ofA, ofB] = [a.map(comparable), b.map(comparable)];
  const pairs = aligned(a.length, b.length, (one, other) => {
    const [entryA, entryB] = [ofA[one], ofB[other]];
    return entryA && entryB && entryA.by === entryB.by ? SAME_KIND + likeness(entryA.sorted, entryB.sorted) : 0;
  });
  const found = pairs.map(([one, other]) => [ofA[one ?? -1], ofB[other ?? -1]] as const);
  let exchange = 0;
  return pairs.map(([one, other], at): StepRow => {
    if (isCaller(found[at]) && at > 0 && !isCaller(found[at - 1])) exchange += 1;
    return { a: one, b: other, exchange, isSame: isSame(found[at]) };
  });
}

type FoundPair = readonly [Comparable | undefined, Comparable | undefined] | undefined;

const isCaller = (pair: FoundPair): boolean => (pair?.[0] ?? pair?.[1])?.by === 'caller';

const isSame = (pair: FoundPair): boolean => pair?.[0] !== undefined && pair[0].text === pair[1]?.text;

/** An entry by its words alone. */
interface Comparable {
  readonly by: StepEntry['by'];
  readonly text: string;
  readonly sorted: readonly string[];
}

function comparable({ by, words }: StepEntry): Comparable {
  const plainWords = words
    .split(/\s+/u)
    .map(plain)
    .filter((word) => word !== '');
  return { by, text: plainWords.join(' '), sorted: plainWords.toSorted() };
}

/** A part of a text, and whether the text beside it lacks it. */
export interface TextPart {
  readonly text: string;
  readonly differs: boolean;
}

/** Texts with fewer words in common have nothing that could stand out. Shares of the longer one. */
const HARDLY_ALIKE = 0.34;

/** Both texts in parts, of which those stand out that the other one lacks. */
export function differingParts(a: string, b: string): Readonly<Record<Side, readonly TextPart[]>> {
  const [ofA, ofB] = [a.split(BETWEEN_WORDS), b.split(BETWEEN_WORDS)];
  const [plainA, plainB] = [ofA.map(plain), ofB.map(plain)];
  const pairs = aligned(ofA.length, ofB.length, (one, other) => (plainA[one] === plainB[other] ? 1 : 0));
  const both = pairs.filter((pair) => pair[0] !== null && pair[1] !== null);
  if (both.length < HARDLY_ALIKE * Math.max(ofA.length, ofB.length))
    return { a: [{ text: a, differs: false }], b: [{ text: b, differs: false }] };
  const common = (side: 0 | 1): ReadonlySet<number | null> => new Set(both.map((pair) => pair[side]));
  return { a: joinedParts(ofA, common(0)), b: joinedParts(ofB, common(1)) };
}

const BETWEEN_WORDS = /(?=\s)/u;

function joinedParts(words: readonly string[], common: ReadonlySet<number | null>): readonly TextPart[] {
  const parts: TextPart[] = [];
  for (const [at, text] of words.entries()) {
    const differs = !common.has(at);
    const last = parts.at(-1);
    // The space before what stands out does not.
    const spaces = last && differs && !last.differs ? text.length - text.trimStart().length : 0;
    if (last?.differs === differs) parts[parts.length - 1] = { text: last.text + text, differs };
    else parts.push({ text: text.slice(spaces), differs });
    if (last && spaces > 0) parts[parts.length - 2] = { ...last, text: last.text + text.slice(0, spaces) };
  }
  return parts;
}

type Pair = readonly [number | null, number | null];

/**
 * Aligns two sequences so that the sum of the scores of all pairs is as high as possible. A score of 0 never pairs. What
 * only the first has stands before what only the second has.
 */
function aligned(countA: number, countB: number, scoreOf: (a: number, b: number) => number): readonly Pair[] {
  const width = countB + 1;
  const moves = movesOf(countA, width, scoreOf);
  const pairs: Pair[] = [];
  for (let [a, b] = [0, 0]; a < countA || b < countB;) {
    const move = b === countB ? Move.a : a === countA ? Move.b : moves[a * width + b];
    pairs.push([move === Move.b ? null : a++, move === Move.a ? null : b++]);
  }
  return pairs;
}

/** What comes next at a place: both of a pair, or one of them alone. */
const Move = { both: 0, a: 1, b: 2 } as const;

/** The best move at every place in both sequences. */
function movesOf(countA: number, width: number, scoreOf: (a: number, b: number) => number): Uint8Array {
  const best = new Float64Array((countA + 1) * width);
  const moves = new Uint8Array(best.length);
  for (let a = countA - 1; a >= 0; a -= 1)
    for (let b = width - 2; b >= 0; b -= 1) {
      const at = a * width + b;
      const score = scoreOf(a, b);
      const both = score === 0 ? -1 : score + Number(best[at + width + 1]);
      const [onlyA, onlyB] = [Number(best[at + width]), Number(best[at + 1])];
      best[at] = Math.max(both, onlyA, onlyB);
      moves[at] = best[at] === both ? Move.both : best[at] === onlyA ? Move.a : Move.b;
    }
  return moves;
}

/** Texts without what is not heard. */
const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** The share of words that two texts have in common, from 0 to 1. Both are sorted. */
function likeness(a: readonly string[], b: readonly string[]): number {
  const length = a.length + b.length;
  if (length === 0) return 1;
  let common = 0;
  for (let [one, other] = [0, 0]; one < a.length && other < b.length;) {
    const [word, wordOfB] = [a[one] as string, b[other] as string];
    if (word === wordOfB) common += 1;
    if (word <= wordOfB) one += 1;
    if (word >= wordOfB) other += 1;
  }
  return (2 * common) / length;
}
