import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { lstat, mkdir, open, opendir, rename, rm, type FileHandle } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ByteRange } from '../../application/ports/objects.ts';
import { outage, unavailable } from '../../domain/errors.ts';
import type { ListedObjects } from '../lib/listed-stores.ts';
import type { ObjectLinks } from '../lib/object-links.ts';
import { inFolder, isSystemError, unlessCode } from '../lib/expected-failures.ts';
import { storeFaultOf } from '../lib/store-faults.ts';
import { requireExactLength } from './exact-length.ts';
import { namesOf, unusable } from './keys.ts';

const DRAFTS = '.drafts';
const BLOCK_BYTES = 64 * 1024;

/** Objects as files, one folder per bucket. Writes are durable and atomic. */
export function filesystemObjects(directory: string, bucket: string, links: ObjectLinks): ListedObjects {
  if (!/^[a-z0-9][a-z0-9-]*$/.test(bucket)) throw new TypeError(`Not a bucket name: ${bucket}`);
  const root = resolve(directory, bucket);
  const drafts = resolve(directory, DRAFTS);

  return {
    root: `file://${bucket}/`,

    async put(key, bytes, { size }) {
      const names = namesOf(key);
      const draft = join(drafts, randomUUID());
      const file = await own(inFolder(drafts, () => open(draft, 'wx', 0o600)));
      let folder: string;
      try {
        await write(file, bytes, size);
        folder = await makeFolder(root, names.slice(0, -1));
        await own(rename(draft, join(folder, ...names.slice(-1))).catch(occupied));
      } catch (error) {
        await own(rm(draft, { force: true }));
        throw error;
      }
      await own(sync(folder));
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

    async link(key, seconds, { filename }) {
      namesOf(key);
      return links.issue({ key, filename }, seconds);
    },

    keys: () => keysIn(root),

    async *list(folder) {
      const names = namesOf(folder.slice(0, -1));
      for await (const key of keysIn(join(root, ...names), `${names.join('/')}/`)) {
        const found = await find(root, key.split('/'));
        if (found) yield { key, size: found.size };
      }
    },

    async remove(key) {
      const found = await find(root, namesOf(key));
      if (found) await own(rm(found.path, { force: true }));
    },
  };
}

/** Creates the folder of an object. Accepts real folders only: a symbolic link could lead outside the root. */
async function makeFolder(root: string, names: string[]): Promise<string> {
  let folder = root;
  if (!(await look(root))) await own(mkdir(root, { recursive: true, mode: 0o700 }));
  for (const name of names) {
    folder = join(folder, name);
    const found = await look(folder);
    if (found?.isDirectory()) continue;
    if (found) throw unusable();
    await own(mkdir(folder, { mode: 0o700 }).catch(unlessCode('EEXIST')));
    if (!(await look(folder))?.isDirectory()) throw unusable();
  }
  return folder;
}

/** Finds the file of an object without following links, or answers null. */
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

async function write(file: FileHandle, bytes: AsyncIterable<Uint8Array>, size: number): Promise<void> {
  try {
    for await (const part of requireExactLength(bytes, size)) await own(file.writeFile(part));
    await own(file.sync());
  } finally {
    await own(file.close());
  }
}

/** Every object in a folder and below; `under` is the key of the folder. */
async function* keysIn(folder: string, under = ''): AsyncGenerator<string> {
  const entries = await own(opendir(folder).catch(unlessCode('ENOENT')));
  for await (const entry of entries ?? []) {
    if (entry.isDirectory()) yield* keysIn(join(folder, entry.name), `${under}${entry.name}/`);
    else if (entry.isFile()) yield under + entry.name;
  }
}

/** Opens the file on the first read, so that an unread object keeps no file open. */
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

/** Makes new names in a folder durable. */
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

/** Reports a full disk as an outage, and other disk failures as `unavailable`. The cause goes to the operator's log. */
const own = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (storeFaultOf(error) === 'full') throw outage('The object store is full', { cause: error });
    throw isSystemError(error) ? unavailable('The object store is not available', { cause: error }) : error;
  });

function occupied(error: unknown): never {
  throw isSystemError(error, 'EISDIR', 'ENOTEMPTY', 'EEXIST') ? unusable() : error;
}
