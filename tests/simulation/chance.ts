import { seededDraws } from '../../domain/campaigns/seeded-draws.ts';

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

/** Chance by the draws of a seed. */
export function seeded(seed: number): Chance {
  const next = seededDraws(seed);
  const between = (lowest: number, highest: number): number => lowest + Math.floor(next() * (highest - lowest + 1));
  return {
    next,
    happens: (probability) => next() < probability,
    between,
    pick: (items) => items[between(0, items.length - 1)]!,
  };
}
