import Database from 'better-sqlite3';
import { getLoadablePath } from 'sqlite-vec';
import type { EmbeddedChunk, FoundChunk, ChunksToKeep, VectorQuery } from '../../application/ports/vectors.ts';
import type { ListedDocument } from '../lib/listed-stores.ts';
import { ensurePrivateFile } from '../lib/private-file.ts';
import { checkDatabase } from '../lib/sqlite-file.ts';
import { unlike, type Batch } from './vector-batches.ts';
import { distancesOf, nearestOf, SCHEMA, upgradeSchema, vectorsOf, vectorTable } from './sqlite-schema.ts';

/** Longest wait for another process's lock. Blocks only this thread. In milliseconds. */
const LOCK_WAIT_MS = 2_000;
/** A search reads all vectors of an organisation, so this much of the file is memory-mapped. In bytes. */
const MAPPED_BYTES = 2 * 1024 ** 3 - 65_536;

/** Found once, because the search for it blocks the thread. */
const VECTOR_EXTENSION = getLoadablePath();

type Question = Omit<VectorQuery, 'topK'>;

/**
 * Vectors in one SQLite file, or in memory for `:memory:`. Several processes may open the same file. Blocks its thread.
 */
export class SqliteIndex {
  readonly #database: Database.Database;
  readonly #prepared = new Map<string, Database.Statement>();

  constructor(location: string) {
    if (location !== ':memory:') ensurePrivateFile(location);
    this.#database = new Database(location, { timeout: LOCK_WAIT_MS });
    if (location !== ':memory:') checkDatabase(this.#database, location);
    this.#database.loadExtension(VECTOR_EXTENSION);
    this.#database.pragma('journal_mode = WAL');
    this.#database.pragma('synchronous = NORMAL');
    this.#database.pragma(`mmap_size = ${MAPPED_BYTES}`);
    this.#database.exec(SCHEMA);
    upgradeSchema(this.#database);
  }

  /** Stores the batch atomically. */
  upsert(orgId: string, { model, dimensions, chunks }: Batch): void {
    this.#database.exec(vectorTable(dimensions));
    this.#database
      .transaction(() => {
        const collection = this.#collectionFor(orgId, model, dimensions);
        for (const chunk of chunks) this.#put(collection, chunk);
      })
      .immediate();
  }

  /** The nearest chunks in any order, or all when there are fewer. */
  nearest(orgId: string, { vector, embeddingModel, documentIds, chunkIds }: Question, most: number): FoundChunk[] {
    const collection = this.#collections(orgId).find(({ embedding_model }) => embedding_model === embeddingModel);
    if (!collection) return [];
    if (collection.dimensions !== vector.length) throw unlike(embeddingModel);
    const statementOf = chunkIds ? distancesOf : nearestOf;
    return this.#prepare<FoundChunk>(statementOf(collection.dimensions, documentIds ? 'some' : 'all')).all({
      ...{ vector, most, collection: collection.id },
      ...(documentIds && { documents: JSON.stringify(documentIds) }),
      ...(chunkIds && { chunks: JSON.stringify(chunkIds) }),
    });
  }

  count(orgId: string, documentId: string): number {
    return this.#documents(orgId, documentId).reduce(
      (total, { id }) =>
        total + this.#prepare<{ n: number }>('SELECT count(*) AS n FROM chunks WHERE document = ?').get(id)!.n,
      0,
    );
  }

  /** Removes all chunks of the document but the kept ones, atomically. */
  remove(orgId: string, documentId: string, kept?: ChunksToKeep): void {
    this.#database
      .transaction(() => {
        for (const { id, dimensions, model } of this.#documents(orgId, documentId)) {
          const but = JSON.stringify(model === kept?.embeddingModel ? kept.chunkIds : []);
          const own = 'document = ? AND chunk_id NOT IN (SELECT value FROM json_each(?))';
          const vectors = `DELETE FROM ${vectorsOf(dimensions)} WHERE rowid IN (SELECT id FROM chunks WHERE ${own})`;
          this.#prepare(vectors).run(id, but);
          this.#prepare(`DELETE FROM chunks WHERE ${own}`).run(id, but);
          const empty = 'DELETE FROM documents WHERE id = ? AND NOT EXISTS (SELECT 1 FROM chunks WHERE document = ?)';
          this.#prepare(empty).run(id, id);
        }
      })
      .immediate();
  }

  /** The next documents after this one. */
  documentsAfter(last: ListedDocument, most: number): ListedDocument[] {
    return this.#prepare<ListedDocument>(
      `SELECT DISTINCT org_id AS orgId, document_id AS documentId
      FROM documents JOIN collections ON collections.id = documents.collection
      WHERE (org_id, document_id) > ($orgId, $documentId)
      AND EXISTS (SELECT 1 FROM chunks WHERE chunks.document = documents.id) ORDER BY org_id, document_id LIMIT $most`,
    ).all({ ...last, most });
  }

  /** The next chunks of a document after a row number. */
  chunksAfter({ orgId, documentId }: ListedDocument, last: number, most: number): NumberedChunk[] {
    const found = this.#documents(orgId, documentId).flatMap(({ id, dimensions }) =>
      this.#prepare<StoredChunk>(
        `SELECT chunks.id AS number, chunk_id, document_id, source_filename, page, heading, text,
        embedding_model, embedding
        FROM chunks JOIN documents ON documents.id = chunks.document
        JOIN collections ON collections.id = chunks.collection
        JOIN ${vectorsOf(dimensions)} AS vectors ON vectors.rowid = chunks.id
        WHERE chunks.document = ? AND chunks.id > ? ORDER BY chunks.id LIMIT ?`,
      ).all(id, last, most),
    );
    const first = found.toSorted((a, b) => a.number - b.number).slice(0, most);
    return first.map(({ number, embedding, ...chunk }) => ({ number, chunk: { ...chunk, vector: floats(embedding) } }));
  }

  #put(collection: number, chunk: EmbeddedChunk): void {
    const { chunk_id, document_id, source_filename, page, heading, text, vector } = chunk;
    const vectors = vectorsOf(vector.length);
    const document = this.#prepare<{ id: number }>(
      `INSERT INTO documents (collection, document_id) VALUES (?, ?)
      ON CONFLICT DO UPDATE SET document_id = excluded.document_id RETURNING id`,
    ).get(collection, document_id)!.id;
    const { id } = this.#prepare<{ id: number }>(
      `INSERT INTO chunks (collection, document, chunk_id, source_filename, page, heading, text)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (collection, chunk_id) DO UPDATE SET document = excluded.document,
      source_filename = excluded.source_filename, page = excluded.page, heading = excluded.heading,
      text = excluded.text RETURNING id`,
    ).get(collection, document, chunk_id, source_filename, page, heading, text)!;
    this.#prepare(`DELETE FROM ${vectors} WHERE rowid = ?`).run(id);
    this.#prepare(`INSERT INTO ${vectors} (rowid, collection, document, embedding) VALUES (?, ?, ?, ?)`).run(
      // JavaScript numbers are bound as reals, which vec0 refuses.
      ...[id, collection, document].map(BigInt),
      vector,
    );
  }

  #collectionFor(orgId: string, model: string, dimensions: number): number {
    const { id, dimensions: known } = this.#prepare<CollectionRow>(
      `INSERT INTO collections (org_id, embedding_model, dimensions) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET org_id = excluded.org_id RETURNING *`,
    ).get(orgId, model, dimensions)!;
    if (known !== dimensions) throw unlike(model);
    return id;
  }

  #collections(orgId: string): CollectionRow[] {
    return this.#prepare<CollectionRow>('SELECT * FROM collections WHERE org_id = ?').all(orgId);
  }

  #documents(orgId: string, documentId: string): DocumentRow[] {
    return this.#prepare<DocumentRow>(
      `SELECT documents.id, dimensions, embedding_model AS model FROM documents JOIN collections ON collections.id = documents.collection
      WHERE org_id = ? AND document_id = ?`,
    ).all(orgId, documentId);
  }

  #prepare<Row>(sql: string): Database.Statement<unknown[], Row> {
    const statement = this.#prepared.get(sql) ?? this.#database.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement as Database.Statement<unknown[], Row>;
  }
}

interface CollectionRow {
  readonly id: number;
  readonly embedding_model: string;
  readonly dimensions: number;
}

interface DocumentRow {
  readonly id: number;
  readonly dimensions: number;
  readonly model: string;
}

type StoredChunk = Omit<EmbeddedChunk, 'vector'> & { readonly number: number; readonly embedding: Buffer };

export interface NumberedChunk {
  readonly number: number;
  readonly chunk: EmbeddedChunk;
}

/** Copied, because SQLite's buffers may be unaligned for floats. */
const floats = (bytes: Buffer): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer);
