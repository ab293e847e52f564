import { unavailable } from '../../domain/errors.ts';
import { searchableText } from '../../domain/knowledge/chunk-text.ts';
import { chunkBlocks, type TextChunk } from '../../domain/knowledge/chunking.ts';
import { chunkIdOf, noText, toReady, toFailed, type KnowledgeDocument } from '../../domain/knowledge/document.ts';
import { typeOfMedia } from '../../domain/knowledge/document-type.ts';
import { noticeOfPages } from '../../domain/knowledge/pages-without-text.ts';
import type { Clock } from '../ports/clock.ts';
import type { Embedder, Embedders } from '../ports/embedder.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { DocumentText } from '../ports/document-text.ts';
import type { DocumentResult } from '../ports/knowledge-documents.ts';
import type { TextIndex } from '../ports/text-index.ts';
import type { EmbeddedChunk, VectorStore } from '../ports/vectors.ts';

/** Chunks embedded and stored per batch: few enough to let other work run in between. */
const BATCH = 32;

export interface IngestPorts {
  readonly objects: ObjectStore;
  readonly documentText: DocumentText;
  readonly embedders: Embedders;
  readonly vectors: VectorStore;
  readonly textIndex: TextIndex;
  readonly clock: Clock;
}

/**
 * Makes a document searchable and returns its changes. Stops when the signal aborts. Another process may be doing the
 * same under a lost claim, so nothing is removed here, and all processes write the same chunk ids.
 */
export const ingestDocument =
  (ports: IngestPorts) =>
  async (document: KnowledgeDocument, signal: AbortSignal): Promise<DocumentResult> => {
    const { embedders, documentText, vectors, textIndex, clock } = ports;
    const type = typeOfMedia(document.media_type);
    const blocks = await documentText.read(await stored(ports, document), type, signal);
    const embedder = embedders.current;
    const texts: string[] = [];
    for (const batch of batches(chunkBlocks(blocks))) {
      const chunks = await embedded(document, batch, { first: texts.length, embedder, signal });
      signal.throwIfAborted();
      await vectors.upsert(document.org_id, chunks);
      texts.push(...chunks.map(searchableText));
    }
    signal.throwIfAborted();
    if (texts.length === 0) return toFailed(noText(type), clock.now());
    await textIndex.put(document.org_id, document.document_id, texts, signal);
    signal.throwIfAborted();
    const notice = noticeOfPages(blocks);
    return {
      ...toReady(texts.length, embedder.model, clock.now()),
      ...(notice !== null && { notice }),
      is_indexed: true,
    };
  };

async function stored({ objects }: IngestPorts, { storage_key }: KnowledgeDocument): Promise<Uint8Array> {
  const object = storage_key === null ? null : await objects.open(storage_key);
  if (!object) throw unavailable('The stored file was not found');
  const file = new Uint8Array(object.size);
  let length = 0;
  for await (const part of object.bytes) {
    file.set(part, length);
    length += part.length;
  }
  return file;
}

interface Batch {
  /** Chunks of the document stored already. */
  readonly first: number;
  readonly embedder: Embedder;
  readonly signal: AbortSignal;
}

/** Embeds chunks under ids that every attempt derives alike. */
async function embedded(
  { document_id, original_filename }: KnowledgeDocument,
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
    chunk_id: chunkIdOf(document_id, first + at),
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
