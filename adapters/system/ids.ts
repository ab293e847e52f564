import { randomUUID } from 'node:crypto';
import type { Ids } from '../../application/ports/ids.ts';

/** Ids as random UUIDs. */
export const randomIds = (): Ids => ({ next: () => randomUUID() });
