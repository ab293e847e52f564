import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { DamagedDatabase } from './store-faults.ts';

/** Larger databases are not checked page by page at the start: about 300 MB are checked per second. */
const CHECKED_BYTES = 256 * 1024 * 1024;
/**
 * Length of the header read: page size at 16, page count at 28. https://sqlite.org/fileformat2.html#the_database_header
 */
const HEADER_BYTES = 32;

/**
 * Checks an open database: page by page up to 256 MiB, and for a larger one that the file has all pages in its header.
 * Throws `DamagedDatabase`. SQLite finds damage only in pages it reads, and keeps writing until then.
 */
export function checkDatabase(database: Database.Database, path: string): void {
  if (statSync(path).size > CHECKED_BYTES) return checkLength(path);
  const found: unknown = database.pragma('quick_check(1)', { simple: true });
  if (found !== 'ok') throw new DamagedDatabase(path, String(found));
}

function checkLength(path: string): void {
  // Missing pages may be in the log of an interrupted process, which SQLite writes back.
  if (existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0) return;
  const header = Buffer.alloc(HEADER_BYTES);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, HEADER_BYTES, 0);
  } finally {
    closeSync(file);
  }
  // 1 means 65,536, which does not fit in two bytes.
  const pageBytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const bytes = pageBytes * header.readUInt32BE(28);
  if (statSync(path).size < bytes) throw new DamagedDatabase(path, `it has lost a part of its ${bytes} bytes`);
}

/**
 * Watches the file of an open database. Nothing here vacuums, so SQLite never shortens it: a file that is shorter,
 * missing or replaced has lost data, while SQLite may continue from memory and its log.
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

  /** Throws `DamagedDatabase` when the file has lost data. Takes some microseconds. */
  check(): void {
    const found = statSync(this.#path, { throwIfNoEntry: false });
    if (found?.ino !== this.#inode) throw new DamagedDatabase(this.#path, 'the file was removed or replaced');
    if (found.size < this.#size) throw new DamagedDatabase(this.#path, 'the file was cut short');
    this.#size = found.size;
  }
}
