import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import type { ListedObjects } from '../../adapters/lib/listed-stores.ts';
import { hmacObjectLinks, type ObjectLinks } from '../../adapters/lib/object-links.ts';
import { filesystemObjects } from '../../adapters/objects/filesystem.ts';
import { objectsContract } from '../contracts/objects.contract.ts';
import { bites, keeps } from '../support/contract.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { bucketOf } from '../support/buckets.ts';
import { refusalOf } from '../support/refusals.ts';
import { describeServed } from '../support/servers.ts';
import { skip } from '../support/skipped.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const links = (): ObjectLinks => hmacObjectLinks({ secret: 's', path: '/downloads/' }, fakeClock());

const store = async (): Promise<ListedObjects> => filesystemObjects(await temporaryDirectory(), 'artifacts', links());

describe('objects: filesystem', () => keeps(objectsContract, store));

const NEEDS_WHOLE_OBJECTS = [
  'shows an object whole or not at all while it is replaced',
  'keeps one of many that are put under one key at once, whole',
];

describeServed('objects: minio', 'objects', (url) => {
  const requested = NEEDS_WHOLE_OBJECTS.map((promise) => [
    promise,
    'asked below, of servers that write no object in place',
  ]);
  keeps(objectsContract, () => bucketOf(url()), Object.fromEntries(requested) as Record<string, string>);

  for (const promise of NEEDS_WHOLE_OBJECTS)
    it(promise, async function () {
      if (await writesInPlace(url())) skip(this, 'this server writes objects in place');
      await objectsContract[promise]!(bucketOf(url()));
    });
});

/** The small server that stands in for MinIO where there is none writes objects where they are, and has no name. */
async function writesInPlace(url: string): Promise<boolean> {
  const { headers } = await fetch(url.replace(/^s3(s?):\/\/.*@/, 'http$1://'));
  return headers.get('server') === null;
}

type Spoil = (genuine: ListedObjects) => Partial<ListedObjects>;

const spoiled = (spoil: Spoil) => async (): Promise<ListedObjects> => {
  const genuine = await store();
  return { ...genuine, ...spoil(genuine) };
};

async function gathered(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const about = (bytes: Uint8Array) => ({ size: bytes.length, contentType: 'text/plain' });

describe('objects: the contract', () =>
  bites(
    objectsContract,
    spoiled(() => ({ root: 'somewhere' })),
    spoiled(() => ({ put: async () => {} })),
    spoiled(() => ({ remove: async () => {} })),
    spoiled(() => ({ async *keys() {} })),
    spoiled((it) => ({ list: (folder) => it.list(folder.replace(/\/.*/, '')) })),
    spoiled(() => ({ async *list() {} })),
    spoiled((it) => ({ size: async (key) => (await it.size(key)) || null })),
    spoiled((it) => ({ open: (key) => it.open(key) })),
    spoiled((it) => ({ open: (key, part) => it.open(key, part && { ...part, last: part.last - 1 }) })),
    spoiled((it) => ({
      put: async (key, bytes) => {
        const all = await gathered(bytes).catch(() => Buffer.from('torn'));
        await it.put(key, once(all), about(all));
      },
    })),
    spoiled((it) => ({
      put: async (key, bytes, { size }) => {
        for await (const chunk of bytes) await it.put(key, once(chunk), about(chunk));
        if (size === 0) await it.put(key, once(Buffer.of()), about(Buffer.of()));
      },
    })),
    spoiled((it) => {
      const flat = (key: string): string => key.replace(/[^a-z]/gi, '') || 'x';
      return {
        put: (key, bytes, what) => it.put(flat(key), bytes, what),
        open: (key, part) => it.open(flat(key), part),
        size: (key) => it.size(flat(key)),
        link: (key, seconds, as) => it.link(flat(key), seconds, as),
        remove: (key) => it.remove(flat(key)),
      };
    }),
    spoiled((it) => ({
      open: async (key, part) => (await it.open(key, part)) ?? { size: 0, bytes: once(Buffer.of()) },
    })),
    spoiled((it) => {
      const seen = new Set<string>();
      return {
        put: async (key, bytes, what) => {
          if (seen.has(key)) throw new Error('It is there already');
          seen.add(key);
          await it.put(key, bytes, what);
        },
      };
    }),
  ));

describe('objects: filesystem, in particular', () => {
  const put = (objects: ListedObjects, key: string): Promise<void> =>
    objects.put(key, once(Buffer.from('x')), about(Buffer.from('x')));
  const problem = async (work: Promise<unknown>): Promise<string> => (await refusalOf(work)).problem;

  it('hands out locations that name the bucket', async () => {
    assert.equal((await store()).root, 'file://artifacts/');
    assert.throws(() => filesystemObjects('/tmp', '../elsewhere', links()), /bucket/);
  });

  it('follows no link out of its folder, for reading or writing', async () => {
    const directory = await temporaryDirectory();
    const outside = await temporaryDirectory();
    const objects = filesystemObjects(directory, 'artifacts', links());
    await put(objects, 'org/here');
    await writeFile(join(outside, 'secret'), 'secret');
    await symlink(outside, join(directory, 'artifacts', 'org', 'out'));
    await symlink(join(outside, 'secret'), join(directory, 'artifacts', 'org', 'link'));
    for (const key of ['org/out/secret', 'org/link'])
      for (const work of [objects.open(key), objects.size(key), objects.remove(key)])
        assert.equal(await problem(work), 'rejected');
    assert.equal(await problem(put(objects, 'org/out/planted')), 'rejected');
    assert.equal(await problem(put(objects, 'org/out/deeper/planted')), 'rejected');
    assert.deepEqual(await readdir(outside), ['secret']);
  });

  it('refuses a key where a folder is, or below an object', async () => {
    const objects = await store();
    await put(objects, 'org/call');
    assert.equal(await problem(put(objects, 'org')), 'rejected');
    assert.equal(await problem(put(objects, 'org/call/below')), 'rejected');
  });

  it('leaves no draft behind, whatever happened', async () => {
    const directory = await temporaryDirectory();
    const objects = filesystemObjects(directory, 'artifacts', links());
    await put(objects, 'org/good');
    await problem(objects.put('org/short', once(Buffer.from('x')), { size: 2, contentType: 'text/plain' }));
    await problem(put(objects, 'org'));
    assert.deepEqual(await readdir(join(directory, '.drafts')), []);
    assert.deepEqual(await readdir(join(directory, 'artifacts', 'org')), ['good']);
  });

  it('is unavailable, and says nothing of the disk, when the disk refuses', async () => {
    const directory = await temporaryDirectory();
    await mkdir(join(directory, 'artifacts'));
    await writeFile(join(directory, '.drafts'), 'a file where a folder should be');
    const refusal = await refusalOf(put(filesystemObjects(directory, 'artifacts', links()), 'org/a'));
    assert.equal(refusal.problem, 'unavailable');
    assert.notInclude(refusal.message, directory);
    assert.instanceOf(refusal.cause, Error);
  });

  it('is unavailable when an object goes, or changes its size, before it is read', async () => {
    const objects = await store();
    await put(objects, 'org/a');
    const gone = await objects.open('org/a');
    await objects.remove('org/a');
    assert.equal(await problem(gathered(gone!.bytes)), 'unavailable');
    await put(objects, 'org/a');
    const replaced = await objects.open('org/a');
    await objects.put('org/a', once(Buffer.from('longer')), about(Buffer.from('longer')));
    assert.equal(await problem(gathered(replaced!.bytes)), 'unavailable');
  });

  it('continues a read of an object that is removed', async () => {
    const objects = await store();
    const bytes = Buffer.alloc(300_000, 'x');
    await objects.put('org/a', once(bytes), about(bytes));
    let read = 0;
    for await (const chunk of (await objects.open('org/a'))!.bytes) {
      if (read === 0) await objects.remove('org/a');
      read += chunk.length;
    }
    assert.equal(read, 300_000);
  });
});
