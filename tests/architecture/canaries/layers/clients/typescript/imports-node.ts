// breaks the-typed-client-runs-in-browsers
import { readFileSync } from 'node:fs';

export const canary = readFileSync;
