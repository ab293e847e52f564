// breaks pages-read-their-own-strings
import { strings } from '../agents/strings.ts';

export const canary = strings;
