// breaks the-console-knows-only-the-typed-client
import { named } from '../../domain/thing.ts';

export const canary = named;
