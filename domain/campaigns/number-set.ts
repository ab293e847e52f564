const FIRST_SIZE = 1_024;
/** A table is never fuller than this. */
const FULLEST = 0.6;
/** Spreads numbers that follow each other. */
const SPREAD = 0x9e3779b1;

/** A set of telephone numbers that takes some 20 bytes for each: a million of them are no burden. */
export class NumberSet {
  #table = new Float64Array(FIRST_SIZE);
  #size = 0;

  /** Adds an E.164 number, which begins with a plus and has 15 digits at most. Answers false when it was there already. */
  add(phoneNumber: string): boolean {
    if (this.#size >= this.#table.length * FULLEST) this.#grow();
    const isNew = insert(this.#table, Number(phoneNumber.slice(1)));
    if (isNew) this.#size += 1;
    return isNew;
  }

  #grow(): void {
    const larger = new Float64Array(this.#table.length * 2);
    for (const number of this.#table) if (number !== 0) insert(larger, number);
    this.#table = larger;
  }
}

/** Numbers of 15 digits are exact in a double, and none of them is zero, which marks an empty place. */
function insert(table: Float64Array, number: number): boolean {
  const mask = table.length - 1;
  let place = hash(number) & mask;
  for (; table[place] !== 0; place = (place + 1) & mask) if (table[place] === number) return false;
  table[place] = number;
  return true;
}

const hash = (number: number): number => {
  const mixed = Math.imul(number % 0x1_0000_0000, SPREAD) ^ Math.imul(Math.floor(number / 0x1_0000_0000), ~SPREAD);
  return (mixed ^ (mixed >>> 15)) >>> 0;
};
