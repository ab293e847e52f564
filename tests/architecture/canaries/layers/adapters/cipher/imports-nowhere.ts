// breaks resolvable
// @ts-expect-error there is no such file
import { nothing } from './nowhere.ts';

export const canary: unknown = nothing;
