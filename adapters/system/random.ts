import { randomInt } from 'node:crypto';
import type { Random } from '../../application/ports/random.ts';

/** Cryptographically secure random choices. */
export const cryptoRandom = (): Random => ({ pick: (items) => items[randomInt(items.length)]! });
