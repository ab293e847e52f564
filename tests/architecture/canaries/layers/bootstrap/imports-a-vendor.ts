// breaks only-the-index-lists-vendors
import { acmeStt } from '../adapters/providers/acme/stt.ts';

export const canary = acmeStt;
