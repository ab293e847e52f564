// breaks nothing-is-built-on-clients
import { client } from '../clients/typescript/index.ts';

export const canary = client;
