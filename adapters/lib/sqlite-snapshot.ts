import Database from 'better-sqlite3';
import { failed } from '../../domain/errors.ts';

/** From which file into which new one. */
export interface SnapshotRequest {
  readonly from: string;
  readonly to: string;
}

/** In one step: between steps the source would be let go of, and a writer would send the copy back to its start. */
const ALL_PAGES = 0x7fff_ffff;
const TIMEOUT_MS = 30_000;

/**
 * Copies databases as they are at one moment, while others go on writing to them: every copy has what was committed
 * before and nothing of what came after. The first one's moment is a little earlier than the next one's. Each copy is a
 * single file and was found to be sound.
 */
export async function takeSnapshots(requests: readonly SnapshotRequest[]): Promise<void> {
  const sources: Database.Database[] = [];
  try {
    // Not read-only: whoever closes a database last tidies up beside it, which a mere reader may not.
    for (const { from } of requests) sources.push(new Database(from, { fileMustExist: true, timeout: TIMEOUT_MS }));
    // A transaction sees what was there at its first look.
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

/** Whether somebody on this machine has this database open. A file that is no database is nobody's. */
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
