// breaks domain-knows-only-itself
import { sep } from 'node:path';

export const canary = sep;
