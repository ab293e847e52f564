// breaks adapters-do-not-know-each-other
import { memoryThings } from '../things/memory.ts';

export const canary = memoryThings;
