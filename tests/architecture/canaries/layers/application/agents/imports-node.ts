// breaks application-knows-domain-and-itself
import { sep } from 'node:path';

export const canary = sep;
