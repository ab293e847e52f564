/** How precisely the length of a chunk is stored: steps for each doubling. */
const STEPS = 16;
const BYTE_MAX = 255;

/** The length of every code. */
const LENGTHS = Float64Array.from({ length: BYTE_MAX + 1 }, (_, code) => 2 ** (code / STEPS) - 1);

/** Packs the chunks that have a word: how far each is behind the one before, how often it has the word, and its length. */
export class PostingsWriter {
  readonly #bytes: number[] = [];
  #last = 0;

  /** Chunks come in ascending order. */
  add(chunk: number, times: number, words: number): void {
    let gap = chunk - this.#last;
    this.#last = chunk;
    for (; gap > 0x7f; gap >>>= 7) this.#bytes.push((gap & 0x7f) | 0x80);
    this.#bytes.push(gap, Math.min(BYTE_MAX, times), lengthCode(words));
  }

  toString(): string {
    return Buffer.from(this.#bytes).toString('base64');
  }
}

const lengthCode = (words: number): number => Math.min(BYTE_MAX, Math.round(STEPS * Math.log2(1 + words)));

/** Calls `visit` for each chunk, with how often it has the word and roughly how many words it has. */
function readPostings(packed: string, visit: (chunk: number, times: number, words: number) => void): void {
  const bytes = Buffer.from(packed, 'base64');
  let chunk = 0;
  for (let at = 0; at < bytes.length; at += 2) {
    for (let shift = 0; ; shift += 7) {
      const part = bytes[at++] as number;
      chunk += (part & 0x7f) << shift;
      if (part < 0x80) break;
    }
    visit(chunk, bytes[at] as number, LENGTHS[bytes[at + 1] as number] as number);
  }
}

/** Chunks whose postings are packed together. */
export const PART = 1_000;

/** A chunk that has a word or is beside one that does, and the weight of the word there. */
export type VisitWeight = (chunk: number, weight: number, isBeside: boolean) => void;

/**
 * Visits each chunk that has the word, with the word's weight there. Visits the chunks beside them as well, with the greater
 * weight of their neighbours. Stays within the packed part.
 */
export function readWeights(
  packed: string,
  { part, chunks }: { readonly part: number; readonly chunks: number },
  weightOf: (times: number, words: number) => number,
  visit: VisitWeight,
): void {
  const [first, end] = [part * PART, Math.min((part + 1) * PART, chunks)];
  const beside = (chunk: number, weight: number): void => {
    if (chunk >= first && chunk < end) visit(chunk, weight, true);
  };
  let last = -Infinity;
  let lastWeight = 0;
  readPostings(packed, (chunk, times, words) => {
    const weight = weightOf(times, words);
    const gap = chunk - last;
    if (gap === 2) beside(chunk - 1, Math.max(weight, lastWeight));
    if (gap > 2) {
      beside(last + 1, lastWeight);
      beside(chunk - 1, weight);
    }
    visit(chunk, weight, false);
    [last, lastWeight] = [chunk, weight];
  });
  beside(last + 1, lastWeight);
}
