import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { WAL_BYTES_KEPT } from './sqlite-checkpointer.ts';

/** What was written during one checkpoint is copied by the next, until the log can start over. */
const ATTEMPTS = 5;

const database = new Database(String(workerData), { fileMustExist: true, timeout: 0 });
database.pragma('synchronous = NORMAL');
database.pragma(`journal_size_limit = ${WAL_BYTES_KEPT}`);

parentPort!.on('message', (task: 'copy' | 'truncate') => {
  if (task === 'copy') copy();
  else parentPort!.postMessage(truncate() ? 'truncated' : 'busy', []);
});

/** `PASSIVE` neither waits for readers and writers nor delays them. The rest is little, and the log starts over after it. */
function copy(): void {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const [state] = database.pragma('wal_checkpoint(PASSIVE)') as { busy: number; log: number; checkpointed: number }[];
    if (!state || state.busy !== 0 || state.log === state.checkpointed) break;
  }
  for (let attempt = 0; attempt < ATTEMPTS && !startOver(); attempt += 1);
  parentPort!.postMessage('copied', []);
}

/**
 * Copies the rest while others cannot write, and writes the first page of the next log: otherwise a log that is written without a
 * pause grows until the event loop has to copy it, and the next writer flushes the disk. Returns false when a reader or writer was
 * in the way.
 */
function startOver(): boolean {
  const [state] = database.pragma('wal_checkpoint(RESTART)') as { busy: number }[];
  return state?.busy === 0 && wrote();
}

/** Writes what is there already. */
function wrote(): boolean {
  try {
    database
      .transaction(() => {
        const version = Number(database.pragma('user_version', { simple: true }));
        database.pragma(`user_version = ${version}`);
      })
      .immediate();
    return true;
  } catch (error) {
    // Another writer was first, and has begun the log.
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return true;
    throw error;
  }
}

/** Copies the whole log and empties its file. Returns false when a reader or writer was in the way. */
function truncate(): boolean {
  const [state] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
  return state?.busy === 0;
}
