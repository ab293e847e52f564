import { Client } from 'minio';
import type { ListedObjects } from '../../adapters/lib/listed-stores.ts';
import { minioObjects } from '../../adapters/objects/minio.ts';
import { s3Address } from '../../adapters/objects/s3-address.ts';
import { atEndOfTest } from './temporary.ts';

/** A separate bucket on a real server, not yet created, removed with the running test. */
export function bucketOf(url: string): ListedObjects {
  const bucket = `test-${crypto.randomUUID()}`;
  atEndOfTest(() => removeBucket(url, bucket));
  return minioObjects(s3Address(url)!, bucket);
}

/** Removes a bucket and what is in it. */
export async function removeBucket(url: string, bucket: string): Promise<void> {
  const address = s3Address(url)!;
  const objects = minioObjects(address, bucket);
  // A server that lists a name in another spelling keeps that object and the bucket, which does no harm.
  for await (const key of objects.keys()) await objects.remove(key).catch(() => undefined);
  const { host: endPoint, port = 0, tls: useSSL, ...keys } = address;
  await new Client({ endPoint, port, useSSL, ...keys }).removeBucket(bucket).catch(() => undefined);
}
