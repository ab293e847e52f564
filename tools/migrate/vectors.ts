import type { ListedDocument, ListedVectors } from '../../adapters/lib/listed-stores.ts';
import type { EmbeddedChunk } from '../../application/ports/vectors.ts';
import type { Count } from './count.ts';
import { showProgress, type Screen } from './progress-bar.ts';

const BATCH = 400;

/** Copies the chunks of every document that is not there with all of them, and then counts what is there. */
export async function copyVectors(from: ListedVectors, to: ListedVectors, screen: Screen): Promise<Count[]> {
  const documents: (ListedDocument & { readonly chunks: number })[] = [];
  let wanted = 0;
  for await (const { orgId, documentId } of from.documents()) {
    const chunks = await from.count(orgId, documentId);
    documents.push({ orgId, documentId, chunks });
    wanted += chunks;
  }
  const bar = showProgress(screen, 'vectors', wanted);
  for (const { orgId, documentId, chunks } of documents) {
    if ((await to.count(orgId, documentId)) !== chunks) await copyDocument(from, to, { orgId, documentId });
    bar.advance(chunks);
  }
  bar.end();
  const count: Count = { what: 'vectors', wanted, found: 0, same: true };
  for (const { orgId, documentId, chunks } of documents) {
    const found = await to.count(orgId, documentId);
    count.found += found;
    count.same &&= found === chunks;
  }
  return [count];
}

async function copyDocument(
  from: ListedVectors,
  to: ListedVectors,
  { orgId, documentId }: ListedDocument,
): Promise<void> {
  let batch: EmbeddedChunk[] = [];
  for await (const chunk of from.chunks(orgId, documentId)) {
    batch.push(chunk);
    if (batch.length < BATCH) continue;
    await to.upsert(orgId, batch);
    batch = [];
  }
  await to.upsert(orgId, batch);
}
