import type { Thing } from '../../domain/thing.ts';

export interface Things {
  all(): Promise<Thing[]>;
}
