import { randomInt } from 'node:crypto';
import type { Random } from '../../application/ports/random.ts';

/** Chance that nobody can foresee. */
export const cryptoRandom = (): Random => ({ pick: (items) => items[randomInt(items.length)]! });
