import type { IncomingMessage, request } from 'node:http';
import { Client } from 'minio';
import type { ByteRange, ObjectStore, StoredObject } from '../../application/ports/objects.ts';
import { unavailable } from '../../domain/errors.ts';
import { attachmentDisposition } from '../lib/attachment.ts';
import type { ListedObjects } from '../lib/listed-stores.ts';
import { rejectAfter } from '../lib/timeout.ts';
import { requireExactLength } from './exact-length.ts';
import { namesOf } from './keys.ts';
import type { S3Address } from './s3-address.ts';
import { codeOf, asUnavailable, unless } from './s3-failures.ts';
import { s3Transport, type S3Transport } from './s3-transport.ts';
import { upload } from './upload.ts';

/** Timeout of each step. In milliseconds. */
const TIMEOUT_MS = 8_000;
/** Validity of an upload URL. In seconds. */
const UPLOAD_SECONDS = 300;

/** Objects in a bucket of an S3 server. Creates a missing bucket on the first write. */
export const minioObjects = (address: S3Address, bucket: string, timeoutMs = TIMEOUT_MS): ListedObjects =>
  new MinioObjects(address, bucket, timeoutMs);

class MinioObjects implements ListedObjects {
  readonly root: string;
  readonly #bucket: string;
  readonly #region: string;
  readonly #client: Client;
  /** Signs links for the public address. */
  readonly #signer: Client;
  readonly #transport: S3Transport;
  readonly #timeoutMs: number;
  #made: Promise<void> | null = null;

  constructor(address: S3Address, bucket: string, timeoutMs: number) {
    this.root = `s3://${bucket}/`;
    this.#bucket = bucket;
    this.#region = address.region;
    this.#transport = s3Transport(address.tls, timeoutMs);
    this.#client = clientOf(address, this.#transport);
    this.#signer = clientOf({ ...address, ...address.outside }, this.#transport);
    this.#timeoutMs = timeoutMs;
  }

  async put(...[key, bytes, { size, contentType }]: Parameters<ObjectStore['put']>): Promise<void> {
    namesOf(key);
    await this.#withTimeout(this.#makeBucket());
    // The client would buffer a whole part. An upload to a signed URL streams the bytes.
    const url = await this.#withTimeout(this.#client.presignedPutObject(this.#bucket, key, UPLOAD_SECONDS));
    const request = this.#transport.upload(new URL(url), { 'content-length': size, 'content-type': contentType });
    await upload(request, requireExactLength(bytes, size), this.#timeoutMs, (work) =>
      asUnavailable(this.#watched(work)),
    );
  }

  async open(key: string, part?: ByteRange): Promise<StoredObject | null> {
    const found = await this.#look(key);
    if (!found) return null;
    return { size: found.size, bytes: this.#read(key, found, part ?? { first: 0, last: found.size - 1 }) };
  }

  async size(key: string): Promise<number | null> {
    return (await this.#look(key))?.size ?? null;
  }

  async link(key: string, seconds: number, { filename }: { filename: string }): Promise<string> {
    namesOf(key);
    const as = { 'response-content-disposition': attachmentDisposition(filename) };
    return this.#withTimeout(this.#signer.presignedGetObject(this.#bucket, key, seconds, as));
  }

  async remove(key: string): Promise<void> {
    namesOf(key);
    await this.#withTimeout(
      this.#client.removeObject(this.#bucket, key).catch(unless(undefined, 'NoSuchKey', 'NoSuchBucket')),
    );
  }

  async *keys(): AsyncGenerator<string> {
    for await (const { key } of this.list('')) yield key;
  }

  async *list(folder: string): AsyncGenerator<{ key: string; size: number }> {
    const items = this.#client.listObjectsV2(this.#bucket, folder, true)[Symbol.asyncIterator]();
    const end = { done: true, value: undefined } as const;
    const next = (): Promise<IteratorResult<{ name?: string; size?: number }>> =>
      this.#withTimeout(items.next().catch(unless(end, 'NoSuchBucket')));
    for (let item = await next(); item.done !== true; item = await next())
      if (item.value.name !== undefined) yield { key: item.value.name, size: item.value.size ?? 0 };
  }

  #look(key: string): Promise<ObjectStat | null> {
    namesOf(key);
    return this.#withTimeout(
      this.#client.statObject(this.#bucket, key).catch(unless(null, 'NotFound', 'NoSuchKey', 'NoSuchBucket')),
    );
  }

  /** Requests the bytes on the first read, so that an unread object keeps no connection open. */
  async *#read(key: string, { size, etag }: ObjectStat, { first, last }: ByteRange): AsyncGenerator<Uint8Array> {
    let left = Math.min(last, size - 1) - first + 1;
    if (left <= 0) return;
    const stream = (await asUnavailable(
      this.#client.getPartialObject(this.#bucket, key, first, left),
    )) as IncomingMessage;
    try {
      if (bare(stream.headers.etag) !== etag) throw unavailable('The object was replaced before it was read');
      const parts = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
      const next = (): Promise<IteratorResult<Uint8Array>> => this.#withTimeout(parts.next());
      // Some servers send more than requested.
      for (let part = await next(); left > 0 && part.done !== true; part = await next()) {
        const wanted = part.value.subarray(0, left);
        left -= wanted.length;
        yield wanted;
      }
      if (left > 0) throw unavailable('The object ended before it was read');
    } finally {
      stream.destroy();
    }
  }

  /** Ensures the bucket once. A failure is retried by the next caller. */
  #makeBucket(): Promise<void> {
    this.#made ??= this.#findOrMakeBucket().catch((error: unknown) => {
      this.#made = null;
      throw error;
    });
    return this.#made;
  }

  async #findOrMakeBucket(): Promise<void> {
    // Without permission to look it up, the bucket is assumed to exist.
    if (await this.#client.bucketExists(this.#bucket).catch(unless(true, 'AccessDenied'))) return;
    const making = this.#client.makeBucket(this.#bucket, this.#region);
    await making.catch(unless(undefined, 'BucketAlreadyOwnedByYou', 'BucketAlreadyExists'));
  }

  /** Runs an upload. When the bucket is missing, the next upload creates it again. */
  async #watched<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (codeOf(error) === 'NoSuchBucket') this.#made = null;
      throw error;
    }
  }

  #withTimeout<T>(work: Promise<T>): Promise<T> {
    return asUnavailable(rejectAfter(this.#timeoutMs, work));
  }
}

interface ObjectStat {
  readonly size: number;
  readonly etag: string;
}

const clientOf = ({ host, port, tls, accessKey, secretKey, region }: S3Address, transport: S3Transport): Client =>
  new Client({
    endPoint: host,
    ...(port !== undefined && { port }),
    useSSL: tls,
    accessKey,
    secretKey,
    region,
    // The client calls it with options only, one of the allowed overloads.
    transport: transport as unknown as { request: typeof request },
    transportAgent: transport.agent,
    retryOptions: { disableRetry: true },
  });

const bare = (etag: string | undefined): string => (etag ?? '').replaceAll('"', '');
