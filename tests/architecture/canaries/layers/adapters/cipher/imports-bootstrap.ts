// breaks only-the-outside-assembles
import { main } from '../../bootstrap/main.ts';

export const canary = main;
