// breaks application-knows-domain-and-itself
import type { memoryThings } from '../../adapters/things/memory.ts';

export type Canary = typeof memoryThings;
