import { ChromaClient } from 'chromadb';
import { Client } from 'minio';
import { MongoClient } from 'mongodb';
import { s3Address } from '../../adapters/objects/s3-address.ts';
import type { Lease } from '../support/stores.ts';
import { bytesOf } from './planted-data.ts';

/**
 * Where one of these texts is on the servers of the stores: collections of documents, keys of the organisation's objects,
 * its vectors and their collection. Asks the servers with their own clients, so that nothing depends on what the platform
 * looks for.
 */
export async function servedPlaces(env: Lease['env'], orgId: string, ...texts: readonly string[]): Promise<string[]> {
  const has = (bytes: Uint8Array | string): boolean => texts.some((text) => Buffer.from(bytes).includes(text));
  const found = await Promise.all([
    collectionsWith(env.DOCUMENTS_URL, has),
    objectsWith(env, `${orgId}/`, has),
    vectorsWith(env.VECTORS_URL, orgId, has),
  ]);
  return found.flat().toSorted();
}

type Test = (bytes: Uint8Array | string) => boolean;

async function collectionsWith(url: string, has: Test): Promise<string[]> {
  const client = new MongoClient(url);
  try {
    const found: string[] = [];
    for (const { name } of await client.db().listCollections({}, { nameOnly: true }).toArray()) {
      // Raw documents: every byte of them, whatever their fields are.
      const documents = await client.db().collection(name).find({}, { raw: true }).toArray();
      if (documents.some((document) => has(document as unknown as Uint8Array))) found.push(name);
    }
    return found;
  } finally {
    await client.close();
  }
}

async function objectsWith({ OBJECTS_URL, OBJECTS_BUCKET: bucket }: Lease['env'], prefix: string, has: Test) {
  const { host: endPoint, port = 0, tls: useSSL, ...keys } = s3Address(OBJECTS_URL)!;
  const client = new Client({ endPoint, port, useSSL, ...keys });
  const found: string[] = [];
  for await (const { name } of client.listObjectsV2(bucket, prefix, true) as AsyncIterable<{ readonly name: string }>)
    if (has(name) || has(await bytesOf(await client.getObject(bucket, name)))) found.push(name.slice(prefix.length));
  return found;
}

async function vectorsWith(url: string, orgId: string, has: Test): Promise<string[]> {
  const { hostname: host, port } = new URL(url);
  const client = new ChromaClient({ host, port: Number(port) });
  const found: string[] = [];
  for (const collection of await client.listCollections({ limit: 1_000 })) {
    const names = JSON.stringify([collection.name, collection.metadata]);
    // Other tests use the same server.
    if (!names.includes(orgId)) continue;
    if (has(names)) found.push('collection of vectors');
    if (has(JSON.stringify(await collection.get({ limit: 1_000 })))) found.push('vectors');
  }
  return found;
}
