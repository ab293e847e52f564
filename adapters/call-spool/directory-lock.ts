import Database from 'better-sqlite3';

/** Others hold all of the lock for a moment only: when they begin. In milliseconds. */
const TIMEOUT_MS = 5_000;

/** That this process works on a folder, as others see it. */
export interface DirectoryLock {
  /** Says that it does so no more. */
  release(): void;
}

/**
 * Makes this process known to all others that work on the same folder, by a lock on a file beside it, which the system
 * takes back whenever and however a process dies. `whenAlone` is run first if there is no other one, before any can come.
 */
export function lockDirectory(lockFile: string, whenAlone: () => void): DirectoryLock {
  const lock = new Database(lockFile, { timeout: 0 });
  try {
    if (isAlone(lock)) whenAlone();
    if (lock.inTransaction) lock.exec('ROLLBACK');
    lock.pragma(`busy_timeout = ${TIMEOUT_MS}`);
    // A transaction that has looked keeps its share of the lock until it ends.
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
