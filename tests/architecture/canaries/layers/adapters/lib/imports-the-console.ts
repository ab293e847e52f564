// breaks nothing-is-built-on-the-console
import { at } from '../../console/src/paths.ts';

export const canary = at;
