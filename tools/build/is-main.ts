import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Whether Node was started with the module of this address, which it knows without links: a folder may be reached by one. */
export const isMain = (url: string): boolean =>
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(url);
