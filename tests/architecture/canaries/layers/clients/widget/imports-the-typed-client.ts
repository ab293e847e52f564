// breaks the-widget-knows-only-the-browser-package
import { client } from '../typescript/index.ts';

export const canary = client;
