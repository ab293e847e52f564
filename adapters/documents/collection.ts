import type { Match } from './match.ts';

/**
 * A store of JSON documents. Small on purpose, so that every engine can keep all of it: when a question needs more,
 * its repository gets a method, not this seam an operator.
 */
export interface DocumentStore {
  /** Opens a collection. What is missing of it and of its indexes is created; what is there stays. */
  open<T extends object>(definition: CollectionDefinition<T>): Promise<Collection<T>>;
  /** Resolves when the store answers and rejects when it does not. */
  ping(): Promise<void>;
  /** Lets go of the store. Whatever is asked afterwards is refused as `outage`, as it is while the store is away. */
  close(): Promise<void>;
}

export interface CollectionDefinition<T> {
  readonly name: string;
  readonly indexes: readonly Index<T>[];
  /** A document that was inserted, and everything written before it, stays when the power is lost: other writes may not. */
  readonly isLasting?: boolean;
}

export interface Index<T> {
  readonly name: string;
  readonly fields: readonly DocumentField<T>[];
  /** No two documents have the same values in these fields. The fields are never null, unless the index is sparse. */
  readonly unique?: boolean;
  /** Leaves out documents that have null or nothing in one of the fields. */
  readonly sparse?: boolean;
}

/**
 * Documents of one kind. What happens to one document is atomic; of an operation on many, others may see a part. What
 * goes in and what comes out are copies.
 */
export interface Collection<T extends object> {
  /** Adds a document. Throws `Taken` when a unique index has its values already. */
  insert(document: T): Promise<void>;
  /**
   * Adds documents in this order, a thousand or so at a time, but for those whose values a unique index has already,
   * and answers how many were added. After a failure the same documents may be given again.
   */
  insertAll(documents: readonly T[]): Promise<number>;
  /**
   * Every match, in the page's order; without one, in the order of insertion, which is known between processes only as
   * well as their clocks agree.
   */
  find(match: Match<T>, page?: ListPage<T>): Promise<T[]>;
  /**
   * The same documents one after the other, read as they are asked for: for lists that could be too large for the memory,
   * or for one turn of the event loop. The order is that of the beginning; each document is as it stands when it is read.
   */
  each(match: Match<T>, page?: ListPage<T>): AsyncIterable<T>;
  /** Every document in the order of insertion, read as it is asked for. For copying: what changes meanwhile may be missed. */
  all(): AsyncIterable<T>;
  /** The first match in this order, or null. */
  findOne(match: Match<T>, sort?: Sort<T>): Promise<T | null>;
  count(match: Match<T>): Promise<number>;
  /**
   * Counts the matches by what stands in these fields, which hold texts, numbers or nothing, and adds up another one. A
   * combination that does not occur is not there; the order is the engine's.
   */
  tally<F extends DocumentField<T>>(
    match: Match<T>,
    by: readonly F[],
    sum: DocumentField<T>,
  ): Promise<GroupCount<T, F>[]>;
  /**
   * Replaces the given fields of the first match in this order, and answers the changed document, or null when nothing
   * matches. Finding and changing are one step: of two who race for a document only one finds it unchanged.
   * Throws `Taken` as insert does, and then changes nothing.
   */
  change(match: Match<T>, changes: Partial<T>, sort?: Sort<T>): Promise<T | null>;
  /**
   * Changes the first match of each of these, but for those whose new values a unique index has already, and answers how
   * many were changed. After a failure some are.
   */
  changeAll(changes: readonly DocumentChange<T>[]): Promise<number>;
  /** Removes every match and answers how many there were. */
  remove(match: Match<T>): Promise<number>;
}

/** What is to become of which document. */
export interface DocumentChange<T> {
  readonly match: Match<T>;
  readonly changes: Partial<T>;
}

/** A field of the document itself. Field names are words of our code and never come from outside. */
export type DocumentField<T> = keyof T & string;

/** Fields in order of precedence. Equals follow insertion, in the direction of the last field. */
export type Sort<T> = { readonly [F in DocumentField<T>]?: 'asc' | 'desc' };

export interface ListPage<T> {
  readonly sort?: Sort<T>;
  readonly limit?: number;
  readonly offset?: number;
}

/** So many matches have these values, and so much of the field that was added up; nothing counts as 0. */
export interface GroupCount<T, F extends keyof T> {
  readonly values: Readonly<Pick<T, F>>;
  readonly count: number;
  readonly sum: number;
}

/** A unique index has these values already. */
export class UniqueViolation extends Error {
  /** The name of the violated index, as it was declared. */
  readonly index: string;

  constructor(index: string, options?: ErrorOptions) {
    super(`Unique index violated: ${index}`, options);
    this.name = 'UniqueViolation';
    this.index = index;
  }
}

/** Answers true when the write went through and false when this index refused it. Any other failure passes. */
export async function falseOnUniqueViolation(write: Promise<void>, index: string): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof UniqueViolation && error.index === index) return false;
    throw error;
  }
}
