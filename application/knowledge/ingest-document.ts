import { unavailable } from '../../domain/errors.ts';
import { chunkPages, type TextChunk } from '../../domain/knowledge/chunking.ts';
import { chunkIdOf, NO_TEXT, toReady, toFailed, type KnowledgeDocument } from '../../domain/knowledge/document.ts';
import type { Clock } from '../ports/clock.ts';
import type { Embedder, Embedders } from '../ports/embedder.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { PdfText } from '../ports/pdf-text.ts';
import type { EmbeddedChunk, VectorStore } from '../ports/vectors.ts';

/** So many passages are made, embedded and kept at a time: few enough that others get their turn in between. */
const BATCH = 32;

export interface IngestPorts {
  readonly objects: ObjectStore;
  readonly pdfText: PdfText;
  readonly embedders: Embedders;
  readonly vectors: VectorStore;
  readonly clock: Clock;
}

/**
 * Makes a document searchable, and answers what changes about it. It ends early when the signal aborts. Another process
 * that takes itself for the holder may be doing the same: so nothing is removed here, and what is written has the same
 * names by all of them.
 */
export const ingestDocument =
  (ports: IngestPorts) =>
  async (document: KnowledgeDocument, signal: AbortSignal): Promise<Partial<KnowledgeDocument>> => {
    const { embedders, pdfText, vectors, clock } = ports;
    const pages = await pdfText.read(await stored(ports, document), signal);
    const embedder = embedders.current;
    let kept = 0;
    for (const batch of batches(chunkPages(pages))) {
      const chunks = await embedded(document, batch, { first: kept, embedder, signal });
      signal.throwIfAborted();
      await vectors.upsert(document.org_id, chunks);
      kept += chunks.length;
    }
    signal.throwIfAborted();
    return kept > 0 ? toReady(kept, embedder.model, clock.now()) : toFailed(NO_TEXT, clock.now());
  };

async function stored({ objects }: IngestPorts, { storage_key }: KnowledgeDocument): Promise<Uint8Array> {
  const object = storage_key === null ? null : await objects.open(storage_key);
  if (!object) throw unavailable('The stored PDF cannot be found');
  const pdf = new Uint8Array(object.size);
  let length = 0;
  for await (const part of object.bytes) {
    pdf.set(part, length);
    length += part.length;
  }
  return pdf;
}

interface Batch {
  /** How many passages of the document are kept already. */
  readonly first: number;
  readonly embedder: Embedder;
  readonly signal: AbortSignal;
}

/** Passages with the names under which any try would keep them. */
async function embedded(
  { document_id, original_filename }: KnowledgeDocument,
  passages: readonly TextChunk[],
  { first, embedder, signal }: Batch,
): Promise<EmbeddedChunk[]> {
  const texts = passages.map(({ text }) => text);
  const found = await embedder.embed(texts, 'passage', signal);
  // What has no direction can be near to nothing.
  const placed = passages.flatMap(({ text, page }, at) => {
    const vector = found[at];
    return vector?.some((part) => part !== 0) ? { text, page, vector } : [];
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
