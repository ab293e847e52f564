// breaks clients-know-only-the-api
import { named } from '../domain/thing.ts';

export const canary = named;
