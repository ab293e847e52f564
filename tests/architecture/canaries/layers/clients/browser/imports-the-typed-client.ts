// breaks the-browser-package-stands-alone
import { client } from '../typescript/index.ts';

export const canary = client;
