import { close, closeSync, fstatSync, fsync, open, read, write, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';

/**
 * Files by their number. Each operation of a `FileHandle` is one of a thread of libuv's pool, which takes ten times the
 * processor time of the operation itself; what never waits for the disk is done at once here.
 */
export const openFile: (path: string, flags: string | number, mode?: number) => Promise<number> = promisify(open);

/** Flushes a file to disk. */
export const syncFile: (file: number) => Promise<void> = promisify(fsync);

/** Closes a file that was only read, or flushed. */
export const closeFile = closeSync;

/** Closes a file that may still have to be written, for which a network file system would wait. */
export const closeWritten: (file: number) => Promise<void> = promisify(close);

const readPart = promisify(read);
const writePart = promisify(write);

/** Longest part that is written at once: it ends in the page cache. */
const AT_ONCE_BYTES = 16 * 1024;

/** Appends a text at once. */
export const appendText = (file: number, text: string): void => writeFileSync(file, text);

/** Writes all bytes from a position of the file, or after what was written before. */
export async function writeBytes(file: number, bytes: Uint8Array, position: number | null = null): Promise<void> {
  if (position === null && bytes.length <= AT_ONCE_BYTES) return writeFileSync(file, bytes);
  for (let done = 0; done < bytes.length;) {
    const at = position === null ? null : position + done;
    done += (await writePart(file, bytes, done, bytes.length - done, at)).bytesWritten;
  }
}

/** Reads into the block from a position of the file. Answers the number of bytes, which is smaller at the end of the file. */
export async function readBytes(file: number, block: Uint8Array, position: number): Promise<number> {
  return (await readPart(file, block, 0, block.length, position)).bytesRead;
}

/** Number of bytes of an open file. */
export const sizeOf = (file: number): number => fstatSync(file).size;

/** The bytes of a whole file. */
export async function readWhole(path: string): Promise<Uint8Array> {
  const file = await openFile(path, 'r');
  try {
    const bytes = Buffer.allocUnsafe(sizeOf(file));
    let length = 0;
    for (let got = -1; got !== 0 && length < bytes.length; length += got)
      got = await readBytes(file, bytes.subarray(length), length);
    return bytes.subarray(0, length);
  } finally {
    closeFile(file);
  }
}
