import type { Match } from './match.ts';

/**
 * A store of JSON documents. Small on purpose, so that every engine can keep all of it: when a question needs more,
 * its repository gets a method, not this seam an operator.
 */
export interface Engine {
  /** Opens a collection. What is missing of it and of its indexes is created; what is there stays. */
  open<T extends object>(definition: Definition<T>): Promise<Collection<T>>;
  /** Resolves when the store answers and rejects when it does not. */
  ping(): Promise<void>;
  /** Lets go of the store. Whatever is asked afterwards is refused as `unavailable`. */
  close(): Promise<void>;
}

export interface Definition<T> {
  readonly name: string;
  readonly indexes: readonly Index<T>[];
}

export interface Index<T> {
  readonly name: string;
  readonly fields: readonly FieldOf<T>[];
  /** No two documents have the same values in these fields. The fields are never null, unless the index is sparse. */
  readonly unique?: boolean;
  /** Leaves out documents that have null or nothing in one of the fields. */
  readonly sparse?: boolean;
}

/** Documents of one kind. Each operation is atomic. What goes in and what comes out are copies. */
export interface Collection<T extends object> {
  /** Adds a document. Throws `Taken` when a unique index has its values already. */
  insert(document: T): Promise<void>;
  /** Every match, in the page's order; without one, in the order of insertion. */
  find(match: Match<T>, page?: Page<T>): Promise<T[]>;
  /** The first match in this order, or null. */
  findOne(match: Match<T>, sort?: Sort<T>): Promise<T | null>;
  count(match: Match<T>): Promise<number>;
  /**
   * Replaces the given fields of the first match in this order, and answers the changed document, or null when nothing
   * matches. Finding and changing are one step: of two who race for a document only one finds it unchanged.
   * Throws `Taken` as insert does, and then changes nothing.
   */
  change(match: Match<T>, changes: Partial<T>, sort?: Sort<T>): Promise<T | null>;
  /** Removes every match and answers how many there were. */
  remove(match: Match<T>): Promise<number>;
}

/** A field of the document itself. Field names are words of our code and never come from outside. */
export type FieldOf<T> = keyof T & string;

/** Fields in order of precedence. Equals follow insertion, in the direction of the last field. */
export type Sort<T> = { readonly [F in FieldOf<T>]?: 'asc' | 'desc' };

export interface Page<T> {
  readonly sort?: Sort<T>;
  readonly limit?: number;
  readonly offset?: number;
}

/** A unique index has these values already. */
export class Taken extends Error {
  /** The name of the violated index, as it was declared. */
  readonly index: string;

  constructor(index: string, options?: ErrorOptions) {
    super(`Taken in ${index}`, options);
    this.name = 'Taken';
    this.index = index;
  }
}

/** Answers true when the write went through and false when this index refused it. Any other failure passes. */
export async function unlessTaken(write: Promise<void>, index: string): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof Taken && error.index === index) return false;
    throw error;
  }
}
