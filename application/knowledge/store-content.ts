import type { ContentBlock } from '../../domain/knowledge/blocks.ts';
import { searchableText } from '../../domain/knowledge/chunk-text.ts';
import { chunkBlocks, type TextChunk } from '../../domain/knowledge/chunking.ts';
import { chunkIdOf, type KnowledgeDocument } from '../../domain/knowledge/document.ts';
import type { Embedder, Embedders } from '../ports/embedder.ts';
import type { QuotaKeeper } from '../ports/quotas.ts';
import type { TextIndex } from '../ports/text-index.ts';
import type { EmbeddedChunk, VectorStore } from '../ports/vectors.ts';

/** Chunks embedded and stored per batch: few enough to let other work run in between. */
const BATCH = 32;

export interface StorePorts {
  readonly embedders: Embedders;
  readonly vectors: VectorStore;
  readonly textIndex: TextIndex;
  readonly quotas: Pick<QuotaKeeper, 'passagesFor'>;
}

/** The document that content belongs to. */
type ContentOwner = Pick<KnowledgeDocument, 'org_id' | 'document_id' | 'original_filename' | 'content_version'>;

/**
 * Embeds content, and stores its vectors and text index under ids that every attempt derives alike. Nothing is indexed
 * without text. Rejects what goes beyond the quota before it is embedded. Stops when the signal aborts.
 */
export async function storeContent(
  { embedders, vectors, textIndex, quotas }: StorePorts,
  owner: ContentOwner,
  blocks: readonly ContentBlock[],
  signal: AbortSignal,
): Promise<{ readonly chunkCount: number; readonly model: string }> {
  const embedder = embedders.current;
  const requireRoom = await quotas.passagesFor(owner.org_id, owner.document_id);
  const texts: string[] = [];
  for (const batch of batches(chunkBlocks(blocks))) {
    requireRoom(texts.length + batch.length);
    const chunks = await embedded(owner, batch, { first: texts.length, embedder, signal });
    signal.throwIfAborted();
    await vectors.upsert(owner.org_id, chunks);
    texts.push(...chunks.map(searchableText));
  }
  signal.throwIfAborted();
  if (texts.length > 0) await textIndex.put(owner.org_id, owner.document_id, texts, signal);
  signal.throwIfAborted();
  return { chunkCount: texts.length, model: embedder.model };
}

interface Batch {
  /** Chunks of the content stored already. */
  readonly first: number;
  readonly embedder: Embedder;
  readonly signal: AbortSignal;
}

/** Embeds chunks under ids that every attempt derives alike. */
async function embedded(
  { document_id, original_filename, content_version }: ContentOwner,
  passages: readonly TextChunk[],
  { first, embedder, signal }: Batch,
): Promise<EmbeddedChunk[]> {
  const texts = passages.map(searchableText);
  const found = await embedder.embed(texts, 'passage', signal);
  // A zero vector is near to nothing.
  const placed = passages.flatMap((passage, at) => {
    const vector = found[at];
    return vector?.some((part) => part !== 0) ? { ...passage, vector } : [];
  });
  return placed.map((passage, at) => ({
    chunk_id: chunkIdOf(document_id, first + at, content_version),
    document_id,
    source_filename: original_filename,
    embedding_model: embedder.model,
    ...passage,
  }));
}

function* batches(passages: Iterable<TextChunk>): Generator<TextChunk[]> {
  let batch: TextChunk[] = [];
  for (const passage of passages) {
    batch.push(passage);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
