import { DamagedDatabase } from '../adapters/lib/store-faults.ts';
import { NewerStores } from '../domain/upgrades/store-format.ts';
import { ConfigError } from './config.ts';

const RESTORE_ADVICE = `Nothing was changed. Restore the last backup with the same DATA_DIR:
  npm run restore -- <directory of the backup> --replace
It moves what is there to before-restore-<time> and removes nothing. What happened since the backup is lost.`;

/** Message for a failed start: one sentence for known causes, otherwise the stack trace. */
export function startupErrorMessage(error: unknown): string {
  if (error instanceof ConfigError || error instanceof NewerStores) return error.message;
  if (!(error instanceof Error)) return String(error);
  const damaged = [error, error.cause].find((each) => each instanceof DamagedDatabase);
  if (damaged) return `${damaged.message}\n${RESTORE_ADVICE}`;
  return adviceOn(error) ?? error.stack ?? error.message;
}

interface SystemError extends Error {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly address?: unknown;
  readonly port?: unknown;
  readonly path?: unknown;
}

const PORTS = 'API_PORT, RUNTIME_PORT, GATEWAY_PORT and SIMULATOR_PORT choose other ports.';

/** What to do about a failure of the system. Null where nothing is known of it. */
function adviceOn({ code, syscall, address, port, path }: SystemError): string | null {
  const place = `${String(address)}:${String(port)}`;
  const isListening = syscall === 'listen' || syscall === 'bind';
  if (code === 'EADDRINUSE')
    return `${place} is taken by another program, or by this platform, which may be running already. ${PORTS}`;
  if (code === 'EADDRNOTAVAIL')
    return `${String(address)} is not an address of this machine. HOST, GATEWAY_HOST and SIMULATOR_HOST choose others: 127.0.0.1, or 0.0.0.0 for all.`;
  if (code === 'EACCES' && isListening) return `${place} needs more rights, as ports below 1024 do. ${PORTS}`;
  const why = UNWRITABLE[String(code)];
  if (why === undefined) return null;
  const what = typeof path === 'string' ? `${path} cannot be written` : 'A file of the platform cannot be written';
  return `${what}: ${why}. DATA_DIR, DOCUMENTS_URL, OBJECTS_URL and VECTORS_URL choose other places.`;
}

/** Why a file or directory cannot be made, by the code of the system or of SQLite. */
const UNWRITABLE: Readonly<Record<string, string>> = {
  EACCES: 'this user has no permission',
  EPERM: 'this user has no permission',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full: free space first',
  EDQUOT: 'the quota of the disk is used up: free space first',
  ENOTDIR: 'a part of this path is a file',
  EEXIST: 'a file is in the place of a directory',
  SQLITE_CANTOPEN: 'the database cannot be opened',
  SQLITE_READONLY: 'the database is read-only for this user',
};
