import type Database from 'better-sqlite3';

/**
 * Collections, documents and chunks. A collection has one organisation and one embedding model, so its vectors have
 * equal length.
 */
export const SCHEMA = `
CREATE TABLE IF NOT EXISTS collections (
  id INTEGER PRIMARY KEY,
  org_id TEXT NOT NULL,
  embedding_model TEXT NOT NULL,
  dimensions INTEGER NOT NULL,
  UNIQUE (org_id, embedding_model)
) STRICT;
CREATE TABLE IF NOT EXISTS documents (
  id INTEGER PRIMARY KEY,
  collection INTEGER NOT NULL REFERENCES collections,
  document_id TEXT NOT NULL,
  UNIQUE (collection, document_id)
) STRICT;
CREATE TABLE IF NOT EXISTS chunks (
  id INTEGER PRIMARY KEY,
  collection INTEGER NOT NULL REFERENCES collections,
  document INTEGER NOT NULL REFERENCES documents,
  chunk_id TEXT NOT NULL,
  source_filename TEXT NOT NULL,
  page INTEGER,
  heading TEXT,
  text TEXT NOT NULL,
  UNIQUE (collection, chunk_id)
) STRICT;
CREATE INDEX IF NOT EXISTS chunks_of_document ON chunks (document);
`;

/**
 * Brings a file from an earlier version up to this schema. It stays readable and searchable: no row is rewritten, and
 * that version can still use it.
 */
export function upgradeSchema(database: Database.Database): void {
  const hasHeadings = database.prepare("SELECT 1 FROM pragma_table_info('chunks') WHERE name = 'heading'");
  if (hasHeadings.get() !== undefined) return;
  const upgrade = database.transaction(() => {
    // Another process may have done it in the meantime.
    if (hasHeadings.get() === undefined) database.exec('ALTER TABLE chunks ADD COLUMN heading TEXT');
  });
  upgrade.immediate();
}

/** Vectors of one length, with the ids of their chunks. Small chunk size, because most organisations have few. */
export const vectorTable = (dimensions: number): string => `
CREATE VIRTUAL TABLE IF NOT EXISTS ${vectorsOf(dimensions)} USING vec0(
  collection INTEGER PARTITION KEY,
  document INTEGER,
  embedding FLOAT[${dimensions}] distance_metric=cosine,
  chunk_size=128
)`;

export const vectorsOf = (dimensions: number): string => `vectors_${dimensions}`;

/** What a search answers of a chunk. */
const FOUND = 'chunk_id, document_id, source_filename, page, heading, text';

/** The nearest vectors of some documents with their chunks, in any order. */
export const nearestOf = (dimensions: number, among: 'all' | 'some'): string => `
WITH near AS MATERIALIZED (
  SELECT rowid AS id, distance FROM ${vectorsOf(dimensions)}
  WHERE embedding MATCH $vector AND k = $most AND collection = $collection
  ${among === 'all' ? '' : `AND document IN (${WANTED})`}
)
SELECT ${FOUND}, distance
FROM near JOIN chunks ON chunks.id = near.id JOIN documents ON documents.id = chunks.document`;

/** These chunks with their distances, in any order. */
export const distancesOf = (dimensions: number, among: 'all' | 'some'): string => `
SELECT ${FOUND}, vec_distance_cosine(embedding, $vector) AS distance
FROM chunks JOIN ${vectorsOf(dimensions)} AS vectors ON vectors.rowid = chunks.id
JOIN documents ON documents.id = chunks.document
WHERE chunks.collection = $collection AND chunk_id IN (SELECT value FROM json_each($chunks))
${among === 'all' ? '' : `AND chunks.document IN (${WANTED})`} LIMIT $most`;

const WANTED = `
SELECT id FROM documents
WHERE collection = $collection AND document_id IN (SELECT value FROM json_each($documents))`;
