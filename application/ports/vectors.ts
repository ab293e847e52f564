/** For finding the passages nearest to a question. An organisation finds its own alone. */
export interface VectorStore {
  /** Keeps the chunks, replacing any of the same id. Either all of them or, when this is refused, possibly only the first. */
  upsert(orgId: string, chunks: readonly EmbeddedChunk[]): Promise<void>;
  /** The nearest chunks that the question may find, the nearest first; equals in the order of their ids. */
  query(orgId: string, question: VectorQuery): Promise<FoundChunk[]>;
  /** How many chunks of a document are kept. */
  count(orgId: string, documentId: string): Promise<number>;
  /** Removes every chunk of a document but those to be kept; that there is none is not an error. */
  remove(orgId: string, documentId: string, kept?: ChunksToKeep): Promise<void>;
  /** Lets go of the store. Whatever is asked afterwards is refused as `unavailable`. */
  close(): Promise<void>;
}

/** A passage of a document. */
export interface Chunk {
  /** Unique within the organisation. */
  readonly chunk_id: string;
  readonly document_id: string;
  readonly source_filename: string;
  /** The page it begins on, counted from 1; null where pages are unknown. */
  readonly page: number | null;
  readonly text: string;
}

/** A passage and where it lies in the space of its embedding model. All vectors of one model are equally long. */
export interface EmbeddedChunk extends Chunk {
  readonly embedding_model: string;
  readonly vector: Vector;
}

/** Chunks that were embedded with this model and have one of these ids. */
export interface ChunksToKeep {
  readonly embeddingModel: string;
  readonly chunkIds: readonly string[];
}

/** Single-precision numbers, at least one of which is not zero: only directions can be compared. */
export type Vector = Float32Array;

export interface VectorQuery {
  /** A question without direction is near to nothing. */
  readonly vector: Vector;
  /** Only chunks of this model are compared with the question. */
  readonly embeddingModel: string;
  /** Only chunks of these documents are found; null for all of the organisation. */
  readonly documentIds: readonly string[] | null;
  readonly topK: number;
}

export interface FoundChunk extends Chunk {
  /** Cosine distance: 0 the same direction, 1 at a right angle, 2 the opposite. */
  readonly distance: number;
}
