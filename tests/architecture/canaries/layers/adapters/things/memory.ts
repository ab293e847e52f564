import { stringify } from 'yaml';
import type { Things } from '../../application/ports/things.ts';
import { named } from '../../domain/thing.ts';
import { once } from '../lib/once.ts';

export const memoryThings = (): Things => ({ all: () => Promise.resolve([named(stringify(once(1)()))]) });
