// breaks shared-rooms-know-no-vendor
import { acmeStt } from './acme/stt.ts';

export const canary = acmeStt;
