import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';

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
