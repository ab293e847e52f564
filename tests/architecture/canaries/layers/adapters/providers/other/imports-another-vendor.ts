// breaks vendors-do-not-know-each-other
import { acmeStt } from '../acme/stt.ts';

export const canary = acmeStt;
