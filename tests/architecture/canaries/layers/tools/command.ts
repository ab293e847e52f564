import { main } from '../bootstrap/main.ts';

export const command = main;
