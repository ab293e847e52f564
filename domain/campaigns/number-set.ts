const FIRST_SIZE = 1_024;
/** Load factor of the table. */
const LOAD_FACTOR_MAX = 0.6;
/** Spreads consecutive numbers. */
const SPREAD = 0x9e3779b1;

/**
 * A set of phone numbers at about 20 bytes each, for millions of them. A full table stays as it is beside one of twice
 * its size, so that no rehashing is needed.
 */
export class NumberSet {
  readonly #full: Float64Array[] = [];
  #open = new Float64Array(FIRST_SIZE);
  #size = 0;

  /** Adds an E.164 number: a plus and at most 15 digits. False when it was present. */
  add(phoneNumber: string): boolean {
    const number = Number(phoneNumber.slice(1));
    const spread = hash(number);
    if (this.#full.some((table) => table[placeOf(table, number, spread)] === number)) return false;
    const place = placeOf(this.#open, number, spread);
    if (this.#open[place] === number) return false;
    this.#open[place] = number;
    this.#size += 1;
    if (this.#size >= this.#open.length * LOAD_FACTOR_MAX) this.#grow();
    return true;
  }

  #grow(): void {
    this.#full.push(this.#open);
    this.#open = new Float64Array(this.#open.length * 2);
    this.#size = 0;
  }
}

/**
 * Position of a number, or where it would be. Numbers of 15 digits are exact in a double. None is zero, which marks a
 * free position.
 */
function placeOf(table: Float64Array, number: number, spread: number): number {
  const mask = table.length - 1;
  let place = spread & mask;
  while (table[place] !== 0 && table[place] !== number) place = (place + 1) & mask;
  return place;
}

const hash = (number: number): number => {
  const mixed = Math.imul(number % 0x1_0000_0000, SPREAD) ^ Math.imul(Math.floor(number / 0x1_0000_0000), ~SPREAD);
  return (mixed ^ (mixed >>> 15)) >>> 0;
};
