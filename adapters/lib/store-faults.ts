import type { Clock } from '../../application/ports/clock.ts';
import type { Log } from '../../application/ports/log.ts';

/** Store faults that an operator must fix: no space left, or damaged content. */
export type StoreFault = 'full' | 'damaged';

/** A damaged or foreign SQLite file. */
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
/** Longest chain of causes that is followed. */
const CAUSES_MAX = 5;

/** Classifies an error and its causes. Null for other errors. */
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

/** Minimum interval between logs of the same fault of a store. In milliseconds. */
const QUIET_MS = 60_000;

/** Records a failed operation of a store. */
export type RecordStoreFault = (store: string, error: unknown) => void;

/** Logs `store.full` and `store.damaged`, each at most once a minute for a store. Ignores other errors. */
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
