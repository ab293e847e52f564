import { ChromaClient, IncludeEnum, type Collection } from 'chromadb';
import type { Chunk, EmbeddedChunk, FoundChunk, ChunksToKeep, VectorQuery } from '../../application/ports/vectors.ts';
import { DomainError, failed, unavailable } from '../../domain/errors.ts';
import type { ListedDocument, ListedVectors } from '../lib/listed-stores.ts';
import { rejectAfter } from '../lib/timeout.ts';
import { absent, ChromaCollections, isAbsent } from './chroma-collections.ts';
import { batches, cosineDistance, matchesNothing, unlike } from './vector-batches.ts';
import { nearest } from './nearest.ts';

/** Timeout of each request. In milliseconds. */
const TIMEOUT_MS = 8_000;
/** Chunks per request: some megabytes of JSON, below the limit of every server. */
const BATCH = 200;
/** Stand for a missing page and heading: the server does not replace omitted fields, and the client omits null. */
const NO_PAGE = 0;
const NO_HEADING = '';
const { distances, documents, embeddings, metadatas } = IncludeEnum;

/** Vectors on the Chroma server at this URL. */
export const chromaVectors = (url: string, timeoutMs = TIMEOUT_MS): ListedVectors =>
  new ChromaVectors(clientOf(new URL(url)), timeoutMs);

class ChromaVectors implements ListedVectors {
  readonly #collections: ChromaCollections;
  readonly #timeoutMs: number;
  #closed = false;

  constructor(client: ChromaClient, timeoutMs: number) {
    this.#collections = new ChromaCollections(client);
    this.#timeoutMs = timeoutMs;
  }

  async upsert(orgId: string, chunks: readonly EmbeddedChunk[]): Promise<void> {
    for (const { model, chunks: batch } of batches(chunks, BATCH)) {
      const records = {
        ids: batch.map(({ chunk_id }) => chunk_id),
        embeddings: batch.map(({ vector }) => [...vector]),
        documents: batch.map(({ text }) => text),
        metadatas: batch.map(({ document_id, source_filename, page, heading }) => ({
          document_id,
          source_filename,
          page: page ?? NO_PAGE,
          heading: heading ?? NO_HEADING,
        })),
      };
      await this.#ask(model, async () => (await this.#collections.make({ orgId, model })).upsert(records));
    }
  }

  async query(orgId: string, query: VectorQuery): Promise<FoundChunk[]> {
    if (matchesNothing(query)) return [];
    const { vector, embeddingModel, documentIds, chunkIds, topK } = query;
    const where = documentIds && { where: { document_id: { $in: [...documentIds] } } };
    if (chunkIds) {
      const ids = [...new Set(chunkIds)];
      return nearest(topK, () =>
        this.#ask(embeddingModel, async () => {
          const collection = await this.#collections.find({ orgId, model: embeddingModel });
          const found = await collection?.get({ ids, include: [documents, metadatas, embeddings], ...where });
          return (found?.rows() ?? []).map((row) => ({
            ...chunkOf(row),
            distance: cosineDistance(embeddingModel, vector, row.embedding ?? []),
          }));
        }),
      );
    }
    const question = { queryEmbeddings: [[...vector]], include: [documents, metadatas, distances], ...where };
    return nearest(topK, (most) =>
      this.#ask(embeddingModel, async () => {
        const collection = await this.#collections.find({ orgId, model: embeddingModel });
        const result = await collection?.query({ ...question, nResults: most });
        return (result?.rows()[0] ?? []).map((row) => ({ ...chunkOf(row), distance: row.distance ?? Number.NaN }));
      }),
    );
  }

  async count(orgId: string, documentId: string): Promise<number> {
    let total = 0;
    for await (const { collection } of this.#of(orgId)) {
      const where = { document_id: documentId };
      total += (await this.#ask('', () => collection.get({ where, include: [] }).catch(absent)))?.ids.length ?? 0;
    }
    return total;
  }

  async remove(orgId: string, documentId: string, kept?: ChunksToKeep): Promise<void> {
    const where = { document_id: documentId };
    for await (const { owner, collection } of this.#of(orgId))
      if (owner.model === kept?.embeddingModel) await this.#removeOther(collection, where, new Set(kept.chunkIds));
      else await this.#ask('', () => collection.delete({ where }).catch(absent));
  }

  async *documents(): AsyncGenerator<ListedDocument> {
    const seen = new Set<string>();
    for await (const { owner, collection } of this.#owned())
      for await (const { metadata } of this.#rows(collection, { include: [metadatas] })) {
        const document = { orgId: owner.orgId, documentId: wordIn(metadata, 'document_id') };
        const name = JSON.stringify([document.orgId, document.documentId]);
        if (seen.has(name)) continue;
        seen.add(name);
        yield document;
      }
  }

  async *chunks(orgId: string, documentId: string): AsyncGenerator<EmbeddedChunk> {
    const question = { where: { document_id: documentId }, include: [documents, metadatas, embeddings] };
    for await (const { owner, collection } of this.#of(orgId))
      for await (const row of this.#rows(collection, question))
        yield { ...chunkOf(row), embedding_model: owner.model, vector: Float32Array.from(row.embedding ?? []) };
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  async #removeOther(collection: Collection, where: Where, kept: ReadonlySet<string>): Promise<void> {
    const found = await this.#ask('', () => collection.get({ where, include: [] }).catch(absent));
    const others = found?.ids.filter((id) => !kept.has(id)) ?? [];
    for (let at = 0; at < others.length; at += BATCH)
      await this.#ask('', () => collection.delete({ ids: others.slice(at, at + BATCH) }).catch(absent));
  }

  async *#rows(collection: Collection, question: Question): AsyncGenerator<Row> {
    for (let offset = 0; ; offset += BATCH) {
      const page = await this.#ask('', () => collection.get({ ...question, limit: BATCH, offset }).catch(absent));
      if (!page) return;
      yield* page.rows();
      if (page.ids.length < BATCH) return;
    }
  }

  /** Every collection, with a timeout for each page. */
  async *#owned(): ReturnType<ChromaCollections['all']> {
    const all = this.#collections.all();
    for (
      let next = await this.#ask('', () => all.next());
      next.done !== true;
      next = await this.#ask('', () => all.next())
    )
      yield next.value;
  }

  async *#of(orgId: string): ReturnType<ChromaCollections['all']> {
    for await (const owned of this.#owned()) if (owned.owner.orgId === orgId) yield owned;
  }

  /** Queries the server. Retries once when another process removed or recreated a collection. */
  async #ask<T>(model: string, question: () => Promise<T>): Promise<T> {
    if (this.#closed) throw unavailable('The vector store is closed');
    try {
      return await rejectAfter(this.#timeoutMs, question()).catch((error: unknown) => {
        if (!isAbsent(error)) throw error;
        this.#collections.clearCache();
        return rejectAfter(this.#timeoutMs, question());
      });
    } catch (error) {
      throw translated(error, model);
    }
  }
}

type Where = Readonly<Record<string, string>>;
type Question = NonNullable<Parameters<Collection['get']>[0]>;
type FoundRow = Pick<Row, 'id'> & Partial<Pick<Row, 'document' | 'metadata'>>;
type Row = ReturnType<Awaited<ReturnType<Collection['get']>>['rows']>[number];

const chunkOf = ({ id, document, metadata }: FoundRow): Chunk => ({
  chunk_id: id,
  document_id: wordIn(metadata, 'document_id'),
  source_filename: wordIn(metadata, 'source_filename'),
  page: Number(metadata?.['page'] ?? NO_PAGE) || null,
  heading: wordIn(metadata, 'heading') || null,
  text: document ?? '',
});

const wordIn = (metadata: FoundRow['metadata'], name: string): string => {
  const value = metadata?.[name];
  return typeof value === 'string' ? value : '';
};

function clientOf({ protocol, hostname, port, username, password }: URL): ChromaClient {
  const ssl = protocol === 'https:';
  const token = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  return new ChromaClient({
    host: hostname,
    port: Number(port || (ssl ? 443 : 80)),
    ssl,
    ...(username !== '' && { headers: { authorization: `Basic ${token}` } }),
  });
}

/**
 * Translates errors: a refusal is `failed`, a connection failure `unavailable`. The server's messages contain addresses
 * and stay in the log.
 */
function translated(error: unknown, model: string): Error {
  if (error instanceof DomainError) return error;
  const [name, message] = error instanceof Error ? [error.name, error.message] : ['', ''];
  if (name === 'ChromaClientError' && /expecting embedding with dimension/.test(message)) return unlike(model);
  return /^Chroma(Client|Value|NotFound|Unique)Error$/.test(name)
    ? failed('The vector store refused the operation', { cause: error })
    : unavailable('The vector store does not answer', { cause: error });
}
