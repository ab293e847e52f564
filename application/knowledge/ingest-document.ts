import { unavailable } from '../../domain/errors.ts';
import { passagesOf, type Passage } from '../../domain/knowledge/chunking.ts';
import { NO_TEXT, ready, unusable, type KnowledgeDocument } from '../../domain/knowledge/document.ts';
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
 * Makes a document searchable, and answers what changes about it. What an earlier try left behind is replaced. It ends
 * early when the signal aborts.
 */
export const ingestDocument =
  (ports: IngestPorts) =>
  async (document: KnowledgeDocument, signal: AbortSignal): Promise<Partial<KnowledgeDocument>> => {
    const { embedders, pdfText, vectors, clock } = ports;
    const { org_id, document_id } = document;
    const pages = await pdfText.read(await stored(ports, document), signal);
    await vectors.remove(org_id, document_id);
    const embedder = embedders.current;
    let [first, kept] = [0, 0];
    for (const batch of batches(passagesOf(pages))) {
      const chunks = await embedded(document, batch, { first, embedder, signal });
      await vectors.upsert(org_id, chunks);
      signal.throwIfAborted();
      first += batch.length;
      kept += chunks.length;
    }
    return kept > 0 ? ready(kept, embedder.model, clock.now()) : unusable(NO_TEXT, clock.now());
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
  /** The number of its first passage in the document. */
  readonly first: number;
  readonly embedder: Embedder;
  readonly signal: AbortSignal;
}

/** Passages with the names under which any try would keep them. */
async function embedded(
  { document_id, original_filename }: KnowledgeDocument,
  passages: readonly Passage[],
  { first, embedder, signal }: Batch,
): Promise<EmbeddedChunk[]> {
  const texts = passages.map(({ text }) => text);
  const found = await embedder.embed(texts, 'passage', signal);
  return passages.flatMap(({ text, page }, at) => {
    const vector = found[at];
    // What has no direction can be near to nothing.
    if (!vector?.some((part) => part !== 0)) return [];
    return {
      chunk_id: `${document_id}:${first + at}`,
      document_id,
      source_filename: original_filename,
      page,
      text,
      embedding_model: embedder.model,
      vector,
    };
  });
}

function* batches(passages: Iterable<Passage>): Generator<Passage[]> {
  let batch: Passage[] = [];
  for (const passage of passages) {
    batch.push(passage);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
