// breaks application-knows-domain-and-itself
import { memoryThings } from '../../adapters/things/memory.ts';

export const canary = memoryThings;
