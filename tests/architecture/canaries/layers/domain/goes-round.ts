import { comesBack } from './comes-back.ts';

export const goesRound = (): unknown => comesBack;
