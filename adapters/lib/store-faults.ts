import type { Clock } from '../../application/ports/clock.ts';
import type { Log } from '../../application/ports/log.ts';

/** What an operator has to mend: no room left, or content that cannot be read as what it was written. */
export type StoreFault = 'full' | 'damaged';

/** A SQLite file that is not, or no longer, the database that was written there. */
export class DamagedDatabase extends Error {
  readonly code = 'DAMAGED_DATABASE';
  readonly path: string;

  constructor(path: string, what: string, options?: ErrorOptions) {
    super(`The database ${path} is damaged: ${what}`, options);
    this.name = 'DamagedDatabase';
    this.path = path;
  }
}

// SQLite result codes, errno, error codes of MongoDB and MinIO.
const FULL = /^(SQLITE_FULL|ENOSPC|EDQUOT|EFBIG|OutOfDiskSpace|XMinioStorageFull)$/;
const DAMAGED = /^(SQLITE_CORRUPT|SQLITE_NOTADB|DAMAGED_DATABASE)/;
/** Deeper chains of causes are not followed. */
const CAUSES_MAX = 5;

/** What is wrong with a store according to an error or its causes; null when they say neither. */
export function storeFaultOf(error: unknown): StoreFault | null {
  for (let each = error, depth = 0; each instanceof Error && depth < CAUSES_MAX; each = each.cause, depth += 1) {
    const { code, codeName } = each as { code?: unknown; codeName?: unknown };
    const codes = [code, codeName].filter((name) => typeof name === 'string');
    if (codes.some((name) => FULL.test(name))) return 'full';
    if (codes.some((name) => DAMAGED.test(name))) return 'damaged';
  }
  return null;
}

const ADVICE: Readonly<Record<StoreFault, string>> = {
  full: 'Free space: until then nothing can be written to this store',
  damaged: 'Stop the platform, keep the files, and restore the last backup: npm run restore -- <backup> --replace',
};

/** The same fault of the same store is logged again after so long. In milliseconds. */
const QUIET_MS = 60_000;

/** Hears of what a store could not do. */
export type RecordStoreFault = (store: string, error: unknown) => void;

/** Logs `store.full` and `store.damaged`, each once a minute for a store. Other faults are for those who asked. */
export function storeFaultLog(log: Pick<Log, 'error'>, clock: Clock): RecordStoreFault {
  const loggedAt = new Map<string, number>();
  return (store, error) => {
    const fault = storeFaultOf(error);
    if (fault === null) return;
    const [now, last] = [clock.monotonic(), loggedAt.get(`${fault} ${store}`)];
    if (last !== undefined && now - last < QUIET_MS) return;
    loggedAt.set(`${fault} ${store}`, now);
    log.error(`store.${fault}`, { store, advice: ADVICE[fault], error });
  };
}
