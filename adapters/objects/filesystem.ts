import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ByteRange, ObjectStore } from '../../application/ports/objects.ts';
import { failed, rejected, unavailable } from '../../domain/errors.ts';

const DRAFTS = '.drafts';
const BLOCK_BYTES = 64 * 1024;

/** Objects as files in one folder per bucket. A write is on disk when it is done, and visible whole or not at all. */
export function filesystemObjects(directory: string, bucket: string): ObjectStore {
  if (!/^[a-z0-9][a-z0-9-]*$/.test(bucket)) throw new TypeError(`Not a bucket name: ${bucket}`);
  const root = resolve(directory, bucket);
  const drafts = resolve(directory, DRAFTS);

  return {
    root: `file://${bucket}/`,

    async put(key, bytes, { size }) {
      const names = namesOf(key);
      const draft = join(drafts, randomUUID());
      await own(mkdir(drafts, { recursive: true, mode: 0o700 }));
      await own(mkdir(root, { recursive: true, mode: 0o700 }));
      try {
        await write(draft, bytes, size);
        const folder = await makeFolder(root, names.slice(0, -1));
        await own(rename(draft, join(folder, ...names.slice(-1))).catch(occupied));
        await own(sync(folder));
      } finally {
        await own(rm(draft, { force: true }));
      }
    },

    async open(key, part) {
      const found = await find(root, namesOf(key));
      if (!found) return null;
      const { path, size } = found;
      return { size, bytes: read(path, size, part ?? { first: 0, last: size - 1 }) };
    },

    async size(key) {
      const found = await find(root, namesOf(key));
      return found && found.size;
    },

    async remove(key) {
      const found = await find(root, namesOf(key));
      if (found) await own(rm(found.path, { force: true }));
    },
  };
}

const unusable = (): Error => rejected('Not a usable object key');

/** The names a key is made of: none empty, none that climbs, nothing a filesystem would read differently than we do. */
function namesOf(key: string): string[] {
  const names = key.split('/');
  const plain = (name: string): boolean =>
    name !== '' && name !== '.' && name !== '..' && Buffer.byteLength(name) <= 255 && !/[\\\p{Cc}]/u.test(name);
  if (!names.every(plain) || Buffer.byteLength(key) > 1024) throw unusable();
  return names;
}

/** The folder of an object, made where it is missing. Only real folders will do: a link could lead out of the root. */
async function makeFolder(root: string, names: string[]): Promise<string> {
  let folder = root;
  for (const name of names) {
    folder = join(folder, name);
    await own(mkdir(folder, { mode: 0o700 }).catch(unlessCode('EEXIST')));
    if (!(await look(folder))?.isDirectory()) throw unusable();
  }
  return folder;
}

/** The file of an object, or null. No link is followed on the way. */
async function find(root: string, names: string[]): Promise<{ path: string; size: number } | null> {
  let path = root;
  let found: Stats | null = null;
  for (const name of names) {
    path = join(path, name);
    found = await look(path);
    if (found?.isSymbolicLink()) throw unusable();
  }
  return found?.isFile() ? { path, size: found.size } : null;
}

async function write(path: string, bytes: AsyncIterable<Uint8Array>, size: number): Promise<void> {
  const file = await own(open(path, 'wx', 0o600));
  try {
    let written = 0;
    for await (const chunk of bytes) {
      written += chunk.length;
      if (written > size) break;
      await own(file.writeFile(chunk));
    }
    if (written !== size) throw failed(`The object does not have the ${size} bytes that were announced`);
    await own(file.sync());
  } finally {
    await own(file.close());
  }
}

/** Opens the file at the first byte asked for, so that an object nobody reads holds nothing open. */
async function* read(path: string, size: number, { first, last }: ByteRange): AsyncGenerator<Uint8Array> {
  const file = await own(open(path, constants.O_RDONLY | constants.O_NOFOLLOW));
  try {
    if ((await own(file.stat())).size !== size) throw unavailable('The object was replaced before it was read');
    for (let at = first; at <= Math.min(last, size - 1);) {
      const block = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, last - at + 1, size - at));
      const { bytesRead } = await own(file.read(block, 0, block.length, at));
      if (bytesRead === 0) throw unavailable('The object ended before it was read');
      yield block.subarray(0, bytesRead);
      at += bytesRead;
    }
  } finally {
    await own(file.close());
  }
}

/** Makes the names in a folder durable. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const look = (path: string): Promise<Stats | null> =>
  own(lstat(path).catch(unlessCode('ENOENT', 'ENOTDIR'))).then((found) => found ?? null);

/** Our own work on the disk. When it cannot be done, the store is unavailable; the operator finds the cause in the log. */
const own = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw isErrno(error) ? unavailable('The object store is not available', { cause: error }) : error;
  });

const unlessCode =
  (...codes: string[]) =>
  (error: unknown): undefined => {
    if (!isErrno(error) || !codes.includes(error.code)) throw error;
  };

function occupied(error: unknown): never {
  throw isErrno(error) && ['EISDIR', 'ENOTEMPTY', 'EEXIST'].includes(error.code) ? unusable() : error;
}

const isErrno = (error: unknown): error is { code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';
