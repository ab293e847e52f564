/** How much of a word's direction comes from its trigrams, beside the whole word's share of 1. */
const TRIGRAMS_SHARE = 0.4;
/** So many words are remembered; more are met in a library, and forgotten all at once. */
const REMEMBERED = 20_000;

/** A direction for every word: any two are nearly at a right angle, unless they are written much the same. Of length 1. */
export class WordCodes {
  readonly #dimensions: number;
  readonly #known = new Map<string, Float64Array>();

  constructor(dimensions: number) {
    this.#dimensions = dimensions;
  }

  of(stem: string): Float64Array {
    const known = this.#known.get(stem);
    if (known) return known;
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    const code = this.#make(stem);
    this.#known.set(stem, code);
    return code;
  }

  #make(stem: string): Float64Array {
    const code = new Float64Array(this.#dimensions);
    const trigrams = trigramsOf(stem);
    addSigns(code, `word ${stem}`, 1);
    for (const trigram of trigrams) addSigns(code, `part ${trigram}`, TRIGRAMS_SHARE / Math.sqrt(trigrams.length));
    const length = lengthOf(code);
    return code.map((part) => part / length);
  }
}

/** Every three neighbours of a word, its borders included. */
export function trigramsOf(stem: string): string[] {
  const letters = ['<', ...stem, '>'];
  return letters.slice(2).map((letter, at) => `${letters[at]}${letters[at + 1]}${letter}`);
}

export const lengthOf = (vector: Float64Array): number => Math.sqrt(dot(vector, vector));

export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] as number) * (b[at] as number);
  return sum;
}

/** Adds so much of another vector. */
export function add(to: Float64Array, what: Float64Array, share: number): void {
  for (let at = 0; at < to.length; at += 1) to[at] = (to[at] as number) + share * (what[at] as number);
}

/** Adds or takes away in every dimension, as the bits of a number say that the name alone decides. */
function addSigns(code: Float64Array, name: string, share: number): void {
  let state = hashOf(name);
  for (let at = 0; at < code.length; at += 1) {
    if (at % 32 === 0) state = mixed(state + 0x9e37_79b9);
    code[at] = (code[at] as number) + ((state >>> (at % 32)) & 1 ? share : -share);
  }
}

/** FNV-1a, mixed once more so that every bit counts. */
function hashOf(text: string): number {
  let value = 0x811c_9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x0100_0193);
  return mixed(value);
}

/** The last steps of MurmurHash3. */
function mixed(value: number): number {
  let mixing = Math.imul(value ^ (value >>> 16), 0x85eb_ca6b);
  mixing = Math.imul(mixing ^ (mixing >>> 13), 0xc2b2_ae35);
  return mixing ^ (mixing >>> 16);
}
