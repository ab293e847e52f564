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

const THIS_PROCESS: UploadOwner = { pid: process.pid, startedAt: performance.timeOrigin };

/** Of this machine and its container alone: elsewhere the numbers of processes mean others. */
const prefix = (): string =>
  `voice-upload-${createHash('sha256').update(`${hostname()} ${processNamespace()}`).digest('hex').slice(0, 12)}-`;

/** The namespace of the numbers of processes, on Linux. */
function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

/** A new path for a file that is being received. Its name says which process receives it. */
export const uploadPath = (directory: string, { pid }: Pick<UploadOwner, 'pid'> = THIS_PROCESS): string =>
  join(directory, `${prefix()}${pid}-${randomUUID()}`);

/** Removes the files of processes that were killed while they received them. Returns how many there were. */
export async function removeAbandonedUploads(directory: string, own = THIS_PROCESS): Promise<number> {
  const start = prefix();
  let removed = 0;
  // The first upload fails where the directory is missing.
  for (const name of await readdir(directory).catch(() => [])) {
    if (!name.startsWith(start)) continue;
    const path = join(directory, name);
    // What another process removes, or another user keeps, is none of ours.
    const isRemoved = await removeAbandoned(path, Number.parseInt(name.slice(start.length), 10), own).catch(
      () => false,
    );
    if (isRemoved) removed += 1;
  }
  return removed;
}

async function removeAbandoned(path: string, pid: number, own: UploadOwner): Promise<boolean> {
  // In a container that is started again, a process gets the number of the one before it.
  const isAbandoned = pid === own.pid ? (await stat(path)).mtimeMs < own.startedAt : !isAlive(pid);
  if (isAbandoned) await rm(path);
  return isAbandoned;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
