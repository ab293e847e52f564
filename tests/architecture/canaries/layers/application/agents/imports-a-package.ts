// breaks application-knows-domain-and-itself
import { stringify } from 'yaml';

export const canary = stringify;
