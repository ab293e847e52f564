// breaks ports-know-only-domain
import type { callUseCases } from '../calls/index.ts';

export type Canary = typeof callUseCases;
