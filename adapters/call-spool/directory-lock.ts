import Database from 'better-sqlite3';

/** Other processes hold the exclusive lock only while they start. In milliseconds. */
const TIMEOUT_MS = 5_000;

/** A shared lock on a directory. */
export interface DirectoryLock {
  /** Releases the lock. */
  release(): void;
}

/**
 * Takes a shared lock on a file beside the directory. The system releases it however the process dies. Runs `whenAlone`
 * first if no other process holds the lock, before any can take it.
 */
export function lockDirectory(lockFile: string, whenAlone: () => void): DirectoryLock {
  const lock = new Database(lockFile, { timeout: 0 });
  try {
    if (isAlone(lock)) whenAlone();
    if (lock.inTransaction) lock.exec('ROLLBACK');
    lock.pragma(`busy_timeout = ${TIMEOUT_MS}`);
    // A transaction that has read keeps its shared lock until it ends.
    lock.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
  } catch (error) {
    lock.close();
    throw error;
  }
  return { release: () => void lock.close() };
}

function isAlone(lock: Database.Database): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Database.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code)) return false;
    throw error;
  }
}
