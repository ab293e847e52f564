import type { ObjectStore } from '../../application/ports/objects.ts';
import type { EmbeddedChunk, VectorStore } from '../../application/ports/vectors.ts';

/** Objects that can all be named, to be copied elsewhere. */
export interface ListedObjects extends ObjectStore {
  /** The key of every object, in no particular order. */
  keys(): AsyncIterable<string>;
}

/** Vectors that can all be read, to be copied elsewhere. */
export interface ListedVectors extends VectorStore {
  /** Every document that has chunks, of every organisation, in no particular order. */
  documents(): AsyncIterable<ListedDocument>;
  /** All chunks of one document, in the order of their ids. */
  chunks(orgId: string, documentId: string): AsyncIterable<EmbeddedChunk>;
}

export interface ListedDocument {
  readonly orgId: string;
  readonly documentId: string;
}
