// breaks only-the-outside-assembles
// breaks tests-stay-outside
import { helper } from '../../tests/helper.ts';

export const canary = helper;
