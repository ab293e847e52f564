import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { busy, limited, outage } from '../../domain/errors.ts';

/** Most bytes that a process receives at once. */
const TOTAL_MAX = 2 * 1024 ** 3;
/** What uploads leave to others: a share of the disk, and of a large one no more than these bytes. */
const KEPT_SHARE = 0.05;
const KEPT_MAX = 1024 ** 3;
/** The share of the room left that an organisation may have after its first file. */
const ORGANISATION_SHARE = 0.25;

/** What to do about a disk without space for a file. */
export const noDiskSpace = (cause?: unknown): Error =>
  outage('The server has no disk space for this file. Try again once its operator has freed space.', { cause });

/** Gives the room of a file back. */
type Release = () => void;

/**
 * Room for files that are being received, in the directory of temporary files. The less is left, the less an organisation may
 * take after its first file, so that a few cannot take all of it (dynamic threshold, Choudhury and Hahne 1998).
 */
export class UploadSpace {
  readonly #directory: string | null;
  readonly #freeBytes: (directory: string) => Promise<number>;
  readonly #takenBy = new Map<string, number>();
  #taken = 0;

  /** Tests replace the disk. */
  constructor(directory: string | null = null, freeBytes = freeBytesOf) {
    this.#directory = directory;
    this.#freeBytes = freeBytes;
  }

  get directory(): string {
    return this.#directory ?? tmpdir();
  }

  /** Takes room for a file. Throws what the client should do when there is none. */
  async take(organisation: string, bytes: number): Promise<Release> {
    const free = await this.#freeBytes(this.directory);
    if (bytes > free) throw noDiskSpace();
    const own = this.#takenBy.get(organisation) ?? 0;
    // What was received already is missing from the free space as well: with little space, less is received at once.
    const left = Math.min(TOTAL_MAX, free) - this.#taken;
    if (own > 0 && own + bytes > left * ORGANISATION_SHARE)
      throw limited('Your organisation uploads too much at once. Try again once an upload has ended.');
    if (bytes > left) throw busy('Too much is being uploaded at once. Try again in a few seconds.');
    this.#add(organisation, bytes);
    let isTaken = true;
    return () => {
      if (isTaken) this.#add(organisation, -bytes);
      isTaken = false;
    };
  }

  #add(organisation: string, bytes: number): void {
    this.#taken += bytes;
    const own = (this.#takenBy.get(organisation) ?? 0) + bytes;
    if (own > 0) this.#takenBy.set(organisation, own);
    else this.#takenBy.delete(organisation);
  }
}

async function freeBytesOf(directory: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return bytesForUploads(bavail * bsize, blocks * bsize);
}

/** The bytes that uploads may take of a disk. */
export const bytesForUploads = (free: number, size: number): number => free - Math.min(size * KEPT_SHARE, KEPT_MAX);
