// breaks domain-knows-only-itself
import { stringify } from 'yaml';

export const canary = stringify;
