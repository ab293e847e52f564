// breaks figures-live-in-one-folder
import { Counter } from 'prom-client';

export const canary = Counter;
