import type { IncomingMessage, RequestListener } from 'node:http';
import { assert } from 'chai';
import type { ListedObjects } from '../../adapters/lib/listed-stores.ts';
import { minioObjects } from '../../adapters/objects/minio.ts';
import { s3Address } from '../../adapters/objects/s3-address.ts';
import { bucketOf, removeBucket } from '../support/buckets.ts';
import { refusalOf } from '../support/refusals.ts';
import { describeServed } from '../support/servers.ts';
import { eventually } from '../support/eventually.ts';
import { localServer } from '../support/local-server.ts';

const SECRET = 'hush-hush';
/** Timeouts of a store whose server answers, on a machine however busy, and of one whose server does not. In ms. */
const [LONG_TIMEOUT_MS, SHORT_TIMEOUT_MS] = [30_000, 100];
const ABOUT = { size: 6, contentType: 'text/plain' };

async function* parts(...words: string[]): AsyncGenerator<Uint8Array> {
  for (const word of words) yield Buffer.from(word);
}

async function text(objects: ListedObjects, key: string): Promise<string> {
  let read = '';
  for await (const part of (await objects.open(key))!.bytes) read += Buffer.from(part).toString();
  return read;
}

/** A server that answers as the test says, and the store on it. Whatever it has, the bucket is there. */
async function scripted(
  answer: RequestListener,
  timeoutMs = LONG_TIMEOUT_MS,
): Promise<{ objects: ListedObjects; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const { host } = await localServer((request, response) => {
    requests.push(request);
    if (request.method === 'HEAD' && request.url === '/artifacts') response.end();
    else answer(request, response);
  });
  return { objects: storeAt(`s3://key:${SECRET}@${host}`, timeoutMs), requests };
}

const storeAt = (url: string, timeoutMs = LONG_TIMEOUT_MS): ListedObjects =>
  minioObjects(s3Address(url)!, 'artifacts', timeoutMs);

/** Everything that can be asked of a store. */
const questions: readonly ((objects: ListedObjects) => Promise<unknown>)[] = [
  (objects) => objects.put('org/a', parts('abcdef'), ABOUT),
  (objects) => objects.open('org/a'),
  (objects) => objects.size('org/a'),
  (objects) => objects.remove('org/a'),
  (objects) => objects.keys()[Symbol.asyncIterator]().next(),
];

async function assertUnavailable(work: Promise<unknown>): Promise<void> {
  const refusal = await refusalOf(work);
  assert.equal(refusal.problem, 'unavailable');
  assert.equal(refusal.message, 'The object store is not available');
  assert.notInclude(JSON.stringify([refusal.stack, String(refusal.cause)]), SECRET);
}

describe('objects: minio, when the server fails', () => {
  it('is unavailable when the server is down and hides the address', async () => {
    const objects = storeAt(`s3://key:${SECRET}@127.0.0.1:1`);
    for (const ask of questions) await assertUnavailable(ask(objects));
  });

  it('is unavailable when the server takes requests and never answers', async () => {
    const { objects } = await scripted(() => undefined, SHORT_TIMEOUT_MS);
    for (const ask of questions) await assertUnavailable(ask(objects));
  });

  it('is unavailable when the server refuses, whatever its reason', async () => {
    const { objects } = await scripted((_, response) => {
      response.writeHead(403, { 'content-type': 'application/xml' });
      response.end('<Error><Code>SignatureDoesNotMatch</Code><Message>no</Message></Error>');
    });
    for (const ask of questions) await assertUnavailable(ask(objects));
    const { cause } = await refusalOf(objects.put('org/a', parts('abcdef'), ABOUT));
    assert.match(String(cause), /403 SignatureDoesNotMatch/);
  });

  it('is unavailable when an object stops coming in its midst, or ends too early', async () => {
    for (const end of [false, true]) {
      const { objects } = await scripted((request, response) => {
        response.writeHead(200, { etag: '"1"', ...(request.method === 'HEAD' && { 'content-length': 6 }) });
        if (request.method === 'HEAD') return void response.end();
        response.write('abc');
        if (end) response.end();
      }, SHORT_TIMEOUT_MS);
      assert.equal((await refusalOf(text(objects, 'org/a'))).problem, 'unavailable');
    }
  });

  it('is unavailable when an object was replaced after it was found', async () => {
    let version = 0;
    const { objects } = await scripted((_, response) => {
      version += 1;
      response.writeHead(200, { etag: `"${version}"`, 'content-length': 6 }).end('abcdef');
    });
    assert.match((await refusalOf(text(objects, 'org/a'))).message, /replaced/);
  });
});

describe('objects: minio, uploading', () => {
  it('does not complete an upload of another length than declared', async () => {
    const received: string[] = [];
    const { objects, requests } = await scripted((request, response) => {
      request.on('data', (part) => received.push(String(part))).once('end', () => response.end());
    });
    const started = async function* (uploads: number, ...rest: string[]): AsyncGenerator<Uint8Array> {
      yield* parts('abc', 'd');
      await eventually(() => received.length >= uploads, `upload ${uploads}`);
      yield* parts(...rest);
      if (rest.length === 0) throw new Error('the line went dead');
    };
    for (const bytes of [started(1, 'efg'), started(2, 'e'), started(3)])
      assert.instanceOf(await objects.put('org/a', bytes, ABOUT).catch((error: unknown) => error), Error);
    assert.deepEqual(received, ['abc', 'abc', 'abc']);
    for (const upload of requests.filter(({ method }) => method === 'PUT')) assert.isFalse(upload.complete);
    await objects.put('org/a', parts('abc', 'def'), ABOUT);
    assert.isTrue(requests.at(-1)!.complete);
  });

  it('sends each part as it comes, of the announced type and length', async () => {
    const received: string[] = [];
    const { objects, requests } = await scripted((request, response) => {
      request.on('data', (part) => received.push(String(part))).once('end', () => response.end());
    });
    const slow = async function* (): AsyncGenerator<Uint8Array> {
      yield* parts('abc', 'd');
      await eventually(() => received.join('') === 'abc', 'the first part');
      yield* parts('ef');
    };
    await objects.put('org/a', slow(), ABOUT);
    assert.equal(received.join(''), 'abcdef');
    assert.deepInclude(requests.at(-1)!.headers, { 'content-length': '6', 'content-type': 'text/plain' });
  });

  it('asks once whether the bucket is there, however much is put', async () => {
    const { objects, requests } = await scripted((request, response) => {
      request.resume().once('end', () => response.end());
    });
    await Promise.all(['a', 'b'].map((key) => objects.put(key, parts('abcdef'), ABOUT)));
    await objects.put('c', parts('abcdef'), ABOUT);
    assert.lengthOf(
      requests.filter(({ method }) => method === 'HEAD'),
      1,
    );
  });
});

describeServed('objects: minio, on a real server', 'objects', (url) => {
  it('issues expiring links with the file name and without the secret key', async () => {
    const objects = bucketOf(url());
    await objects.put('org/a.csv', parts('abcdef'), ABOUT);
    const link = new URL(await objects.link('org/a.csv', 90, { filename: 'März.csv' }));
    assert.equal(link.searchParams.get('X-Amz-Expires'), '90');
    const response = await fetch(link);
    assert.equal(await response.text(), 'abcdef');
    assert.match(response.headers.get('content-disposition') ?? '', /^attachment; .*UTF-8''M%C3%A4rz\.csv$/);
  });

  it('links to where the server is reached from outside', async () => {
    const outside = `${url()}?public=https://files.example.com`;
    const link = await bucketOf(outside).link('org/a.csv', 90, { filename: 'a.csv' });
    assert.match(link, /^https:\/\/files\.example\.com\/test-[\w-]+\/org\/a\.csv\?/);
  });

  it('makes the bucket again when it went away', async () => {
    const objects = bucketOf(url());
    await objects.put('a', parts('abcdef'), ABOUT);
    await objects.remove('a');
    await removeBucket(url(), objects.root.slice('s3://'.length, -1));
    assert.isNull(await objects.size('a'));
    await refusalOf(objects.put('a', parts('abcdef'), ABOUT));
    await objects.put('a', parts('abcdef'), ABOUT);
    assert.equal(await text(objects, 'a'), 'abcdef');
  });
});

describe('the address of an S3 server', () => {
  it('is read from its URL, keys decoded', () => {
    assert.deepEqual(s3Address('s3://key:a%2Fb%3A@minio:9000'), {
      host: 'minio',
      port: 9000,
      tls: false,
      accessKey: 'key',
      secretKey: 'a/b:',
      region: 'us-east-1',
      outside: null,
    });
    assert.deepInclude(s3Address('s3s://k:s@s3.example.com/?region=eu-central-1'), {
      port: undefined,
      tls: true,
      region: 'eu-central-1',
    });
    assert.deepEqual(s3Address('s3://k:s@minio:9000?public=https://files.example.com')?.outside, {
      host: 'files.example.com',
      port: undefined,
      tls: true,
    });
  });

  it('is none without a host and both keys', () => {
    for (const url of [
      's3://host',
      's3://key@host',
      's3://key:secret@',
      'http://k:s@h',
      's3:k:s@h',
      's3://k:%@h',
      's3://k:s@h/b',
      's3://k:s@h?public=files',
      's3://k:s@h?public=https://files/below',
    ])
      assert.isNull(s3Address(url), url);
  });
});
