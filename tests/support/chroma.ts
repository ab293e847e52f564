import { ChromaClient } from 'chromadb';
import type { ListedVectors } from '../../adapters/lib/listed-stores.ts';
import { chromaVectors } from '../../adapters/vectors/chroma.ts';
import { atEndOfTest } from './temporary.ts';

/**
 * A real Chroma server that looks empty: organisations get names of this test, and its data is removed with the running test.
 */
export function ownedVectors(url: string): ListedVectors {
  const genuine = chromaVectors(url);
  const mark = `${crypto.randomUUID()}/`;
  atEndOfTest(() => deleteOrganisations(url, (orgId) => orgId.startsWith(mark)));
  return {
    upsert: (orgId, chunks) => genuine.upsert(mark + orgId, chunks),
    query: (orgId, question) => genuine.query(mark + orgId, question),
    count: (orgId, documentId) => genuine.count(mark + orgId, documentId),
    remove: (orgId, documentId, kept) => genuine.remove(mark + orgId, documentId, kept),
    chunks: (orgId, documentId) => genuine.chunks(mark + orgId, documentId),
    async *documents() {
      for await (const { orgId, documentId } of genuine.documents())
        if (orgId.startsWith(mark)) yield { orgId: orgId.slice(mark.length), documentId };
    },
    close: () => genuine.close(),
  };
}

/** Removes all data of such organisations from a Chroma server. */
export async function deleteOrganisations(url: string, isMeant: (orgId: string) => boolean): Promise<void> {
  const { hostname: host, port } = new URL(url);
  const client = new ChromaClient({ host, port: Number(port) });
  for (const { name, metadata } of await client.listCollections({ limit: 1_000 }))
    if (typeof metadata?.['org_id'] === 'string' && isMeant(metadata['org_id']))
      await client.deleteCollection({ name });
}
