import type { ListedVectors } from '../lib/listed-stores.ts';
import { vectorStoreOver } from './index-client.ts';
import { SqliteThread } from './sqlite-thread.ts';

/** Timeout of each step. In milliseconds. */
const TIMEOUT_MS = 8_000;

/** Vectors in one SQLite file, or in memory for `:memory:`, searched exactly in a separate thread. */
export const sqliteVectors = (location: string, timeoutMs = TIMEOUT_MS): ListedVectors =>
  vectorStoreOver(new SqliteThread(location, timeoutMs));
