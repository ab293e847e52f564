// breaks the-console-knows-only-clients-for-browsers
import { named } from '../../domain/thing.ts';

export const canary = named;
