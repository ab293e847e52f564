import { assert } from 'chai';
import type { ByteRange } from '../../application/ports/objects.ts';
import type { ListedObjects } from '../../adapters/lib/listed-stores.ts';
import type { Contract } from '../support/contract.ts';
import { refusalOf } from '../support/refusals.ts';

const KEY = 'org/call/recording.wav';

async function* chunksOf(bytes: Uint8Array, length = 40_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

const put = (objects: ListedObjects, key: string, content: string | Uint8Array, size?: number): Promise<void> => {
  const bytes = Buffer.from(content);
  return objects.put(key, chunksOf(bytes), { size: size ?? bytes.length, contentType: 'text/plain' });
};

async function read(objects: ListedObjects, key: string, part?: ByteRange): Promise<Buffer | null> {
  const found = await objects.open(key, part);
  if (!found) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of found.bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const text = async (objects: ListedObjects, key: string, part?: ByteRange): Promise<string | undefined> =>
  (await read(objects, key, part))?.toString();

async function keysOf(objects: ListedObjects): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of objects.keys()) keys.push(key);
  return keys;
}

export const objectsContract: Contract<ListedObjects> = {
  'gives back the bytes that were put, and their number': async (objects) => {
    const bytes = Uint8Array.from({ length: 200_001 }, (_, at) => (at * 31) % 256);
    await put(objects, KEY, bytes);
    assert.deepEqual(await read(objects, KEY), Buffer.from(bytes));
    assert.equal((await objects.open(KEY))?.size, 200_001);
    assert.equal(await objects.size(KEY), 200_001);
  },

  'keeps an empty object': async (objects) => {
    await put(objects, KEY, '');
    assert.equal(await text(objects, KEY), '');
    assert.equal(await objects.size(KEY), 0);
  },

  'keeps objects apart': async (objects) => {
    await put(objects, 'org/call/a', 'one');
    await put(objects, 'org/call/a.b', 'two');
    await put(objects, 'a', 'three');
    assert.deepEqual(await Promise.all(['org/call/a', 'org/call/a.b', 'a'].map((key) => text(objects, key))), [
      'one',
      'two',
      'three',
    ]);
  },

  'takes any ordinary name in a key': async (objects) => {
    for (const key of ['org/campaigns/1/Kontakte für März (2).csv', 'ग्राहक.csv', '...', 'a b+c%2F..%2Fd'])
      assert.equal(await put(objects, key, key).then(() => text(objects, key)), key);
  },

  'replaces an object under the same key': async (objects) => {
    await put(objects, KEY, 'a longer one');
    await put(objects, KEY, 'two');
    assert.equal(await text(objects, KEY), 'two');
    assert.equal(await objects.size(KEY), 3);
  },

  'gives a part, from the first to the last byte, and the size of the whole': async (objects) => {
    await put(objects, KEY, '0123456789');
    assert.equal(await text(objects, KEY, { first: 2, last: 4 }), '234');
    assert.equal(await text(objects, KEY, { first: 0, last: 0 }), '0');
    assert.equal(await text(objects, KEY, { first: 7, last: 9 }), '789');
    assert.equal((await objects.open(KEY, { first: 2, last: 4 }))?.size, 10);
  },

  'gives of a part what is there': async (objects) => {
    await put(objects, KEY, '0123456789');
    assert.equal(await text(objects, KEY, { first: 8, last: 1000 }), '89');
    assert.equal(await text(objects, KEY, { first: 10, last: 20 }), '');
  },

  'answers null for an absent object, and removes one without complaint': async (objects) => {
    await put(objects, KEY, 'here');
    for (const key of ['never', 'org/call', 'org/call/other', `${KEY}/below`]) {
      assert.isNull(await objects.open(key));
      assert.isNull(await objects.size(key));
      await objects.remove(key);
    }
    assert.equal(await text(objects, KEY), 'here');
  },

  'removes one object permanently': async (objects) => {
    await put(objects, KEY, 'one');
    await put(objects, 'org/call/other', 'two');
    await objects.remove(KEY);
    assert.isNull(await objects.open(KEY));
    assert.equal(await text(objects, 'org/call/other'), 'two');
  },

  'refuses more or fewer bytes than were announced, and keeps what was there': async (objects) => {
    await put(objects, KEY, 'old');
    for (const size of [0, 2, 4, 4000]) {
      await refusalOf(put(objects, KEY, 'new', size));
      await refusalOf(put(objects, 'org/fresh', 'new', size));
    }
    assert.equal(await text(objects, KEY), 'old');
    assert.isNull(await objects.open('org/fresh'));
  },

  'passes on what breaks its source, and keeps what was there': async (objects) => {
    await put(objects, KEY, 'old');
    const torn = new Error('the line went dead');
    const source = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from('ne');
      throw torn;
    };
    const about = { size: 3, contentType: 'text/plain' };
    assert.strictEqual(await objects.put(KEY, source(), about).catch((error: unknown) => error), torn);
    assert.equal(await text(objects, KEY), 'old');
  },

  'shows an object whole or not at all while it is replaced': async (objects) => {
    await put(objects, KEY, 'a'.repeat(50_000));
    const source = async function* (): AsyncGenerator<Uint8Array> {
      for (let turn = 0; turn < 5; turn += 1) {
        yield Buffer.from('b'.repeat(10_000));
        assert.equal(await text(objects, KEY), 'a'.repeat(50_000));
      }
    };
    await objects.put(KEY, source(), { size: 50_000, contentType: 'text/plain' });
    assert.equal(await text(objects, KEY), 'b'.repeat(50_000));
  },

  'keeps one of many that are put under one key at once, whole': async (objects) => {
    const contents = Array.from({ length: 10 }, (_, turn) => String(turn).repeat(5_000 + turn));
    await Promise.all(contents.map((content) => put(objects, KEY, content)));
    assert.include(contents, await text(objects, KEY));
  },

  'refuses a key that is not the plain path of an object': async (objects) => {
    const keys = [
      '',
      '/',
      '/etc/passwd',
      '../secrets',
      'a/../../secrets',
      'a/./b',
      'a//b',
      'a/',
      'a\0b',
      'a\nb',
      'a\\..\\b',
      '.',
      'a/..',
    ];
    for (const key of [...keys, 'n'.repeat(2000)])
      for (const work of [
        put(objects, key, 'x'),
        objects.open(key),
        objects.size(key),
        objects.link(key, 60, { filename: 'x' }),
        objects.remove(key),
      ]) {
        const refusal = await refusalOf(work);
        assert.equal(refusal.problem, 'rejected');
        assert.match(refusal.message, /usable object key/);
      }
  },

  'names every object it keeps, and no other': async (objects) => {
    assert.isEmpty(await keysOf(objects));
    const keys = ['a', 'org/call/recording.wav', 'org/call/transcript.txt', 'org/campaigns/1/contacts (2).csv'];
    for (const key of [...keys, 'gone']) await put(objects, key, key);
    await objects.remove('gone');
    assert.sameMembers(await keysOf(objects), keys);
  },

  'lists the objects of a folder with their sizes': async (objects) => {
    for (const key of ['org/a', 'org/call/b.wav', 'org2/c', 'other/org/d']) await put(objects, key, key);
    const listed: [string, number][] = [];
    for await (const { key, size } of objects.list('org/')) listed.push([key, size]);
    assert.sameDeepMembers(listed, [
      ['org/a', 5],
      ['org/call/b.wav', 14],
    ]);
    for await (const { key } of objects.list('nobody/')) assert.fail(key);
  },

  'says what stands before its keys in a location': async (objects) => {
    assert.match(objects.root, /^[a-z0-9]+:\/\/[a-z0-9-]+\/$/);
  },
};
