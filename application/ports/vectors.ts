/** For searching chunks by vector, within one organisation. */
export interface VectorStore {
  /** Stores the chunks, replacing those with the same id. Stores all, or on failure possibly only the first ones. */
  upsert(orgId: string, chunks: readonly EmbeddedChunk[]): Promise<void>;
  /** The nearest chunks that match the query, nearest first; ties ordered by id. */
  query(orgId: string, question: VectorQuery): Promise<FoundChunk[]>;
  /** The number of stored chunks of a document. */
  count(orgId: string, documentId: string): Promise<number>;
  /** All chunks of a document, in the order of their ids. */
  chunks(orgId: string, documentId: string): AsyncIterable<EmbeddedChunk>;
  /** Removes all chunks of a document except those to keep, if there are any. */
  remove(orgId: string, documentId: string, kept?: ChunksToKeep): Promise<void>;
  /** Closes the store. Later calls throw `unavailable`. */
  close(): Promise<void>;
}

/** A chunk of a document. */
export interface Chunk {
  /** Unique within the organisation. */
  readonly chunk_id: string;
  readonly document_id: string;
  readonly source_filename: string;
  /** The page it starts on, from 1; null where pages are unknown. */
  readonly page: number | null;
  /** The headings above it, outermost first, as one line; null where there are none. */
  readonly heading: string | null;
  readonly text: string;
}

/** A chunk with its embedding. All vectors of one model have the same length. */
export interface EmbeddedChunk extends Chunk {
  readonly embedding_model: string;
  readonly vector: Vector;
}

/** Chunks of this model with one of these ids. */
export interface ChunksToKeep {
  readonly embeddingModel: string;
  readonly chunkIds: readonly string[];
}

/** Single-precision, not all zero: distances compare directions. */
export type Vector = Float32Array;

export interface VectorQuery {
  /** The query's embedding. A zero vector matches nothing. */
  readonly vector: Vector;
  /** Only chunks of this model match. */
  readonly embeddingModel: string;
  /** Only chunks of these documents match; null for all. */
  readonly documentIds: readonly string[] | null;
  /** Only these chunks match, however far they are. Absent for all. */
  readonly chunkIds?: readonly string[];
  readonly topK: number;
}

export interface FoundChunk extends Chunk {
  /** Cosine distance: 0 same direction, 1 orthogonal, 2 opposite. */
  readonly distance: number;
}
