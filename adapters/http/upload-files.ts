import { createHash, randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** The process that a file belongs to. */
export interface UploadOwner {
  readonly pid: number;
  /** When it was started, by the clock of the disk. In milliseconds since 1970. */
  readonly startedAt: number;
}

/** A file that was not changed for this long belongs to an upload that ended. In milliseconds. */
const UNCHANGED_MS = 10 * 60_000;

const THIS_PROCESS: UploadOwner = { pid: process.pid, startedAt: performance.timeOrigin };

/** Files of other machines that share the directory are none of ours. */
const prefix = (): string => `voice-upload-${createHash('sha256').update(hostname()).digest('hex').slice(0, 12)}-`;

/** The namespace of the numbers of processes, which tells containers of one name apart on Linux. 0: unknown. */
function processNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    return '0';
  }
}

/** A new path for a file that is being received. Its name says which process receives it. */
export const uploadPath = (directory: string, { pid }: Pick<UploadOwner, 'pid'> = THIS_PROCESS): string =>
  join(directory, `${prefix()}${processNamespace()}-${pid}-${randomUUID()}`);

/** Removes the files of processes that were killed while they received them. Returns how many there were. */
export async function removeAbandonedUploads(directory: string, own = THIS_PROCESS): Promise<number> {
  const start = prefix();
  let removed = 0;
  // The first upload fails where the directory is missing.
  for (const name of await readdir(directory).catch(() => [])) {
    if (!name.startsWith(start)) continue;
    const path = join(directory, name);
    // What another process removes, or another user keeps, is none of ours.
    const isRemoved = await removeAbandoned(path, name.slice(start.length), own).catch(() => false);
    if (isRemoved) removed += 1;
  }
  return removed;
}

async function removeAbandoned(path: string, name: string, own: UploadOwner): Promise<boolean> {
  if (!(await isAbandoned(path, name, own))) return false;
  await rm(path);
  return true;
}

/** By the process that its name says. Of another container, which may be the one before this, its age tells. */
async function isAbandoned(path: string, name: string, own: UploadOwner): Promise<boolean> {
  const [namespace, pid] = name.split('-', 2);
  if (namespace !== processNamespace()) return (await stat(path)).mtimeMs < own.startedAt - UNCHANGED_MS;
  // After a start of the machine, a process may get the number of the one before it.
  return Number(pid) === own.pid ? (await stat(path)).mtimeMs < own.startedAt : !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
