import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/** The files below a directory with one of these texts in their bytes, or in their name. Empty folders of calls stay. */
export async function filesWith(directory: string, ...texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const bytes = entry.isFile() ? await readFile(file) : Buffer.alloc(0);
    if (texts.some((text) => bytes.includes(text) || (entry.isFile() && entry.name.includes(text)))) found.push(file);
  }
  return found;
}

/** What the documentation says to run on the stopped platform. */
export function vacuum(directory: string): void {
  for (const name of ['platform.db', 'vectors.db'].filter((each) => existsSync(join(directory, each)))) {
    const database = new Database(join(directory, name));
    database.exec('VACUUM');
    database.pragma('wal_checkpoint(TRUNCATE)');
    database.close();
  }
}
