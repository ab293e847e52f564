/** Share of the trigrams in a word's vector, beside 1 for the whole word. */
const TRIGRAMS_SHARE = 0.4;
/** Most cached words. When full, the cache is cleared. */
const REMEMBERED = 20_000;

/** A unit vector for every word. Any two are nearly orthogonal unless they are spelled alike. */
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

/** The trigrams of a word, with its boundaries. */
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

/** Adds a multiple of another vector. */
export function add(to: Float64Array, what: Float64Array, share: number): void {
  for (let at = 0; at < to.length; at += 1) to[at] = (to[at] as number) + share * (what[at] as number);
}

/** Adds or subtracts in every dimension, by the bits of a hash of the name. */
function addSigns(code: Float64Array, name: string, share: number): void {
  let state = hashOf(name);
  for (let at = 0; at < code.length; at += 1) {
    if (at % 32 === 0) state = mixed(state + 0x9e37_79b9);
    code[at] = (code[at] as number) + ((state >>> (at % 32)) & 1 ? share : -share);
  }
}

/** FNV-1a, with a final mix so that every bit counts. */
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
