// breaks domain-knows-only-itself
import type { Things } from '../application/ports/things.ts';

export type Canary = Things;
