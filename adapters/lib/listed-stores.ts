import type { ObjectStore } from '../../application/ports/objects.ts';
import type { VectorStore } from '../../application/ports/vectors.ts';

/** An object store that lists its keys, for copying. */
export interface ListedObjects extends ObjectStore {
  /** The key of every object, in no particular order. */
  keys(): AsyncIterable<string>;
}

/** A vector store that can be read completely, for copying. */
export interface ListedVectors extends VectorStore {
  /** Every document with chunks, of every organisation, in any order. */
  documents(): AsyncIterable<ListedDocument>;
}

export interface ListedDocument {
  readonly orgId: string;
  readonly documentId: string;
}
