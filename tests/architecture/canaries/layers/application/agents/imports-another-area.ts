// breaks areas-meet-through-ports
import { callUseCases } from '../calls/index.ts';

export const canary = callUseCases;
