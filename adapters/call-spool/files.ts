import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Only the owner of the process may read what was said in a call. */
export const FOLDER_MODE = 0o700;
export const FILE_MODE = 0o600;

/** Writes a JSON file that is on disk when it is done, and visible whole or not at all. */
export async function writeJson(path: string, value: unknown): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    const file = await open(draft, 'wx', FILE_MODE);
    try {
      await file.writeFile(JSON.stringify(value));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Flushes a file to disk, with its folders if it is new. */
export async function syncToDisk(path: string, { withFolders }: { readonly withFolders: boolean }): Promise<void> {
  for (const each of [path, ...(withFolders ? [dirname(path), dirname(dirname(path))] : [])]) {
    const handle = await open(each, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

/** The value of a JSON file, or null when it is absent or broken. */
export async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch(() => 'null');
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Answers undefined instead of this one expected failure of the file system. */
export const unlessCode =
  (code: string) =>
  (error: unknown): undefined => {
    if (!(error instanceof Error && 'code' in error && error.code === code)) throw error;
  };
