import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryDirectory } from './temporary.ts';

const run = promisify(execFile);
const DISK_MB = 6;

export interface SmallDisk {
  readonly path: string;
  fill(): Promise<void>;
  free(): Promise<void>;
  close(): Promise<void>;
}

/** A file system of some megabytes; null where this user may not mount one. */
export async function smallDisk(): Promise<SmallDisk | null> {
  const path = join(await temporaryDirectory(), 'disk');
  await mkdir(path);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', path]);
  } catch {
    return null;
  }
  const ballast = join(path, 'ballast');
  return {
    path,
    fill: () => writeFile(ballast, Buffer.alloc(DISK_MB * 1024 * 1024)).catch(() => undefined),
    free: () => rm(ballast),
    close: async () => void (await run('umount', ['-l', path])),
  };
}
