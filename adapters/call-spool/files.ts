import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AtMost } from '../../application/at-most.ts';
import { parsedJson } from '../../domain/unverified-json.ts';

/** Only the owner of the process may read what was said in a call. */
export const FOLDER_MODE = 0o700;
export const FILE_MODE = 0o600;

/**
 * Flushes in the background at the same time. On a busy disk each holds one of the four threads of libuv's pool for 100 ms
 * and longer. The other threads are left to what a caller waits for.
 */
const flushes = new AtMost(2);

/** Flushes a file to disk, for which no caller waits. */
export const flush = (file: Pick<FileHandle, 'sync'>): Promise<void> => flushes.run(() => file.sync());

/** Writes a JSON file that is on disk when it is done, and visible whole or not at all. */
export async function writeJson(
  path: string,
  value: unknown,
  { isAwaited = false }: { readonly isAwaited?: boolean } = {},
): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    const file = await open(draft, 'wx', FILE_MODE);
    try {
      await file.writeFile(JSON.stringify(value));
      await (isAwaited ? file.sync() : flush(file));
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Flushes the folder of a new file, and the one above it. */
export async function flushFolders(path: string): Promise<void> {
  for (const folder of [dirname(path), dirname(dirname(path))]) {
    const handle = await open(folder, 'r');
    try {
      await flush(handle);
    } finally {
      await handle.close();
    }
  }
}

/** The value of a JSON file, or null when it is absent or broken. */
export async function readJson(path: string): Promise<unknown> {
  return parsedJson(await readFile(path, 'utf8').catch(() => 'null')) ?? null;
}
