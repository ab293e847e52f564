/** Chance that a seed replays: the same questions in the same order get the same answers. */
export interface Chance {
  /** From 0 to 1, 1 excluded. */
  next(): number;
  /** Whether something happens that happens so often. */
  happens(probability: number): boolean;
  /** A whole number from the lowest to the highest, both included. */
  between(lowest: number, highest: number): number;
  pick<T>(items: readonly T[]): T;
}

/** Chance by mulberry32. */
export function seeded(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (lowest: number, highest: number): number => lowest + Math.floor(next() * (highest - lowest + 1));
  return {
    next,
    happens: (probability) => next() < probability,
    between,
    pick: (items) => items[between(0, items.length - 1)]!,
  };
}
