import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { unlessCode } from '../../adapters/lib/expected-failures.ts';

/** What a file holds. */
export interface Digest {
  readonly size: number;
  readonly sha256: string;
}

/** Only the owner of the process reads what an installation holds. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

const CONCURRENCY = 8;

/** Makes a folder with all above it. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: FOLDER_MODE });
}

/** Copies a file into a new one, which is on disk when this is done, and answers what was copied. */
export async function copyFile(from: string, to: string, signal: AbortSignal): Promise<Digest> {
  await makeFolder(dirname(to));
  const meter = digestMeter();
  const target = createWriteStream(to, { flags: 'wx', mode: FILE_MODE, flush: true });
  await pipeline(createReadStream(from), meter.through, target, { signal });
  return meter.digest();
}

/** What a file holds now. */
export async function digestOf(path: string): Promise<Digest> {
  const meter = digestMeter();
  for await (const _ of meter.through(createReadStream(path))) continue;
  return meter.digest();
}

function digestMeter() {
  const hash = createHash('sha256');
  let size = 0;
  return {
    async *through(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const part of bytes) {
        size += part.length;
        hash.update(part);
        yield part;
      }
    },
    digest: (): Digest => ({ size, sha256: hash.digest('hex') }),
  };
}

/**
 * The files in a folder and below, by relative path. Skips links, names that begin with a dot, and files removed during
 * the walk.
 */
export async function filesIn(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(fallbackIfMissing([]))) {
    if (entry.name.startsWith('.')) continue;
    if (entry.isFile()) found.push(entry.name);
    if (!entry.isDirectory()) continue;
    for (const path of await filesIn(join(folder, entry.name))) found.push(`${entry.name}/${path}`);
  }
  return found;
}

/** Runs the work for each item with bounded concurrency. Rejects at the first failure, after running work has ended. */
export async function forEachConcurrently<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = all.values();
  let isStopped = false;
  const worker = async (): Promise<void> => {
    for (const one of rest) {
      if (isStopped) return;
      await work(one).catch((error: unknown) => {
        isStopped = true;
        throw error;
      });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: CONCURRENCY }, worker));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** Makes the names in these folders and in those below them durable. */
export async function syncFolders(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const below = entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of [...below, folder]) await syncPath(path);
}

/** Makes what stands under this path durable: the bytes of a file, the names in a folder. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Answers this where there is nothing of that name. */
export const fallbackIfMissing =
  <T>(instead: T) =>
  (error: unknown): T => {
    unlessCode('ENOENT')(error);
    return instead;
  };
