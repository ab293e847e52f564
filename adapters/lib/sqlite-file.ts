import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { DamagedDatabase } from './store-faults.ts';

/** Checking every page of a larger database would hold up the start: some 300 MB are checked in a second. */
const CHECKED_BYTES = 256 * 1024 * 1024;
/** Of the header, https://sqlite.org/fileformat2.html#the_database_header: page size at 16, number of pages at 28. */
const HEADER_BYTES = 32;

/**
 * Checks the content of an open database, page by page up to 256 MiB; of a larger one, that the file has all the pages
 * its header tells of. Throws `DamagedDatabase`. SQLite itself finds damage only when it comes by, and writes meanwhile.
 */
export function checkDatabase(database: Database.Database, path: string): void {
  if (statSync(path).size > CHECKED_BYTES) return checkLength(path);
  const found: unknown = database.pragma('quick_check(1)', { simple: true });
  if (found !== 'ok') throw new DamagedDatabase(path, String(found));
}

function checkLength(path: string): void {
  // What the file lacks may stand in the log of an interrupted process, which SQLite will write back.
  if (existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0) return;
  const header = Buffer.alloc(HEADER_BYTES);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, HEADER_BYTES, 0);
  } finally {
    closeSync(file);
  }
  // 1 stands for 65,536, which has no room in two bytes.
  const pageBytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const bytes = pageBytes * header.readUInt32BE(28);
  if (statSync(path).size < bytes) throw new DamagedDatabase(path, `it has lost a part of its ${bytes} bytes`);
}

/**
 * The file of a database that is open. SQLite never makes it shorter, for nothing here vacuums: one that is, or that has
 * gone or was replaced, no longer holds what was written, while SQLite may go on from memory and its log.
 */
export class WatchedFile {
  readonly #path: string;
  readonly #inode: number;
  #size: number;

  constructor(path: string) {
    this.#path = path;
    const { ino, size } = statSync(path);
    this.#inode = ino;
    this.#size = size;
  }

  /** Throws `DamagedDatabase` when the file is not whole. Costs some microseconds. */
  check(): void {
    const found = statSync(this.#path, { throwIfNoEntry: false });
    if (found?.ino !== this.#inode) throw new DamagedDatabase(this.#path, 'the file was removed or replaced');
    if (found.size < this.#size) throw new DamagedDatabase(this.#path, 'the file was cut short');
    this.#size = found.size;
  }
}
