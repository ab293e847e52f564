import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

/** What was written during one checkpoint is copied by the next, until the log can start over. */
const ATTEMPTS = 5;

const database = new Database(String(workerData), { fileMustExist: true, timeout: 0 });
database.pragma('synchronous = NORMAL');

parentPort!.on('message', (task: 'copy' | 'truncate') => {
  if (task === 'copy') copy();
  else parentPort!.postMessage(truncate() ? 'truncated' : 'busy', []);
});

/** `PASSIVE` neither waits for readers and writers nor delays them. */
function copy(): void {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const [state] = database.pragma('wal_checkpoint(PASSIVE)') as { busy: number; log: number; checkpointed: number }[];
    if (!state || state.busy !== 0 || state.log === state.checkpointed) break;
  }
  parentPort!.postMessage('copied', []);
}

/** Copies the whole log and empties its file. Returns false when a reader or writer was in the way. */
function truncate(): boolean {
  const [state] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
  return state?.busy === 0;
}
