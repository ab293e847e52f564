import Database from 'better-sqlite3';
import { failed } from '../../domain/errors.ts';

/** A source file and its new copy. */
export interface SnapshotRequest {
  readonly from: string;
  readonly to: string;
}

/** All pages in one step: between steps the source would be unlocked, and a write would restart the copy. */
const ALL_PAGES = 0x7fff_ffff;
const TIMEOUT_MS = 30_000;

/**
 * Copies databases at one moment while other processes write to them: each copy contains what was committed before and
 * nothing later. The moments of the databases differ slightly. Each copy is a single checked file.
 */
export async function takeSnapshots(requests: readonly SnapshotRequest[]): Promise<void> {
  const sources: Database.Database[] = [];
  try {
    // Not read-only: the last process that closes a database removes its side files, which a reader may not.
    for (const { from } of requests) sources.push(new Database(from, { fileMustExist: true, timeout: TIMEOUT_MS }));
    // A transaction sees the state at its first read.
    for (const source of sources) source.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
    for (const [at, source] of sources.entries()) {
      await source.backup(requests[at]!.to, { progress: () => ALL_PAGES });
      complete(requests[at]!);
    }
  } finally {
    for (const source of sources) source.close();
  }
}

function complete({ from, to }: SnapshotRequest): void {
  const copy = new Database(to);
  try {
    const [found] = copy.pragma('quick_check(1)') as { quick_check: string }[];
    if (found?.quick_check !== 'ok') throw failed(`The database ${from} is damaged: ${found?.quick_check}`);
    copy.pragma('journal_mode = DELETE');
  } finally {
    copy.close();
  }
}

/** Whether a process on this machine has this database open. False for a file that is not a database. */
export function isInUse(file: string): boolean {
  const database = new Database(file, { fileMustExist: true, timeout: 0 });
  try {
    database.pragma('locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE; ROLLBACK');
    return false;
  } catch (error) {
    return error instanceof Database.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code);
  } finally {
    database.close();
  }
}
