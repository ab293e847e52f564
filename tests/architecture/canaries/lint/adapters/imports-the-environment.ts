// breaks eslint(no-restricted-imports)
import { env } from 'node:process';

export const canary = env['HOME'];
