import type { Match } from './match.ts';

/**
 * A store of JSON documents. Small on purpose, so that every engine can implement all of it. When a query needs more,
 * add a method to its repository, not an operator here.
 */
export interface DocumentStore {
  /** Opens a collection. Creates it and its indexes where they are missing, and removes indexes that are not used any more. */
  open<T extends object>(definition: CollectionDefinition<T>): Promise<Collection<T>>;
  /** Resolves when the store answers and rejects when it does not. */
  ping(): Promise<void>;
  /** Closes the store. Later operations fail with `outage`, as they do while the store is unreachable. */
  close(): Promise<void>;
}

export interface CollectionDefinition<T> {
  readonly name: string;
  readonly indexes: readonly Index<T>[];
  /** Names of indexes that earlier versions made: they are removed. */
  readonly formerIndexes?: readonly string[];
  /** Inserted documents, and everything written before them, survive a power loss. Other writes may not. */
  readonly isLasting?: boolean;
}

export interface Index<T> {
  readonly name: string;
  readonly fields: readonly DocumentField<T>[];
  /** No two documents have the same values in these fields. */
  readonly unique?: boolean;
  /**
   * The one of the fields that may be null or missing: the index excludes documents without it, and serves queries that
   * give it.
   */
  readonly sparse?: DocumentField<T>;
}

/**
 * Documents of one type. An operation on one document is atomic. Readers may see part of an operation on many.
 * Arguments and results are copies.
 */
export interface Collection<T extends object> {
  /** Adds a document. Throws `UniqueViolation` when a unique index already has its values. */
  insert(document: T): Promise<void>;
  /**
   * Adds documents in this order, in batches, and skips those that violate a unique index. Answers how many were added.
   * After a failure the same documents may be passed again.
   */
  insertAll(documents: readonly T[]): Promise<number>;
  /**
   * Every match, in the page's order. The default is insertion order, which across processes is as exact as their
   * clocks agree.
   */
  find(match: Match<T>, page?: ListPage<T>): Promise<T[]>;
  /**
   * The same documents, read as they are consumed: for lists too large for memory or for one tick of the event loop.
   * The order is fixed at the start. Each document is read in its current state.
   */
  each(match: Match<T>, page?: ListPage<T>): AsyncIterable<T>;
  /** Every document in insertion order, read as it is consumed. For copying: concurrent changes may be missed. */
  all(): AsyncIterable<T>;
  /** The first match in this order, or null. */
  findOne(match: Match<T>, sort?: Sort<T>): Promise<T | null>;
  count(match: Match<T>): Promise<number>;
  /**
   * Counts the matches grouped by these fields, which hold strings, numbers or nothing, and sums another field. Empty
   * groups are absent. The order depends on the engine.
   */
  tally<F extends DocumentField<T>>(
    match: Match<T>,
    by: readonly F[],
    sum: DocumentField<T>,
  ): Promise<GroupCount<T, F>[]>;
  /**
   * Replaces the given fields of the first match in this order. Answers the changed document, or null without a match.
   * Atomic: of two concurrent changes with the same match only one succeeds. Throws `UniqueViolation` as insert does,
   * and then changes nothing.
   */
  change(match: Match<T>, changes: Partial<T>, sort?: Sort<T>): Promise<T | null>;
  /**
   * Changes the first match of each, and skips those that would violate a unique index. Answers how many were changed.
   * After a failure some may be changed.
   */
  changeAll(changes: readonly DocumentChange<T>[]): Promise<number>;
  /** Removes every match and answers their number. */
  remove(match: Match<T>): Promise<number>;
}

/** Changes to the first document that matches. */
export interface DocumentChange<T> {
  readonly match: Match<T>;
  readonly changes: Partial<T>;
}

/** A top-level field. Field names are written in the code and never come from input. */
export type DocumentField<T> = keyof T & string;

/** Fields in order of precedence. Ties follow insertion order, in the direction of the last field. */
export type Sort<T> = { readonly [F in DocumentField<T>]?: 'asc' | 'desc' };

export interface ListPage<T> {
  readonly sort?: Sort<T>;
  readonly limit?: number;
  readonly offset?: number;
}

/** One group of matches: its values, its size and the sum, where nothing counts as 0. */
export interface GroupCount<T, F extends keyof T> {
  readonly values: Readonly<Pick<T, F>>;
  readonly count: number;
  readonly sum: number;
}

/** A write that a unique index refused. */
export class UniqueViolation extends Error {
  /** The name of the violated index. */
  readonly index: string;

  constructor(index: string, options?: ErrorOptions) {
    super(`Unique index violated: ${index}`, options);
    this.name = 'UniqueViolation';
    this.index = index;
  }
}

/** Answers true when the write succeeded and false when this index refused it. Other errors pass through. */
export async function falseOnUniqueViolation(write: Promise<void>, index: string): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof UniqueViolation && error.index === index) return false;
    throw error;
  }
}
