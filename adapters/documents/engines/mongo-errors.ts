import {
  MongoBulkWriteError,
  MongoDriverError,
  MongoError,
  MongoNetworkError,
  MongoServerError,
  MongoSystemError,
} from 'mongodb';
import { DomainError, failed, outage } from '../../../domain/errors.ts';
import { UniqueViolation, type Index } from '../collection.ts';

/** Codes of a server that answers but does not serve: it shuts down, lost its primary or its majority, or took too long. */
const NOT_SERVING = new Set([6, 7, 50, 64, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

/** The driver's errors that say nothing about what was asked of it, only that nobody was there to do it. */
const NO_SERVER =
  /^Mongo(NotConnected|TopologyClosed|ClientClosed|ServerClosed|PoolClosed|WaitQueueTimeout|ExpiredSession|StalePrimary)Error$/;

const DUPLICATE = 11000;
const WRITE_CONFLICT = 112;

/** How PostgreSQL says that it took something back because of others: https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html */
const ROLLED_BACK = /^(deadlock detected|could not serialize access|tuple concurrently (updated|deleted))/;
const DEADLOCK = /^deadlock detected/;

const NAME_NOT_FOUND = /^(ENOTFOUND|EAI_AGAIN|ESERVFAIL|ETIMEOUT|ENODATA|ECONNREFUSED)$/;

/** What the rest of the program is told. The driver's own errors stay behind as causes. */
export function toDomainError(error: unknown): unknown {
  if (error instanceof DomainError || error instanceof UniqueViolation) return error;
  if (isAway(error)) return outage('The document store does not answer', { cause: error });
  return failed('The document store refused the operation', { cause: error });
}

/** Whether a unique index refused the write. */
export const isDuplicate = (error: unknown): error is MongoServerError =>
  error instanceof MongoServerError && error.code === DUPLICATE;

/** What a server says, for a log: its words for a duplicate have the values in them. */
export const safeMessageOf = ({ code, message }: MongoServerError): string =>
  code === DUPLICATE ? 'duplicate key' : message;

/**
 * Whether nothing was done because another operation was in the way: a write conflict, or, on servers that keep their
 * documents in PostgreSQL, two that waited for each other or changed the same.
 */
export const isWriteConflict = (error: unknown): boolean =>
  error instanceof MongoServerError &&
  !(error instanceof MongoBulkWriteError) &&
  (error.code === WRITE_CONFLICT || ROLLED_BACK.test(error.message));

/** Whether it was taken back because those who were in each other's way would have waited for ever. */
export const isDeadlock = (error: unknown): boolean =>
  error instanceof MongoServerError && DEADLOCK.test(error.message);

/** The unique index that a duplicate key error speaks of. Null when it names none of these, as not every server does. */
export function violated<T>(error: MongoServerError, indexes: readonly Index<T>[]): string | null {
  const name = nameIn(error.errorResponse);
  const pattern = Object.keys((error['keyPattern'] as object | undefined) ?? {}).join();
  const index = indexes.find((each) => each.name === name) ?? indexes.find(({ fields }) => fields.join() === pattern);
  return index?.name ?? null;
}

const nameIn = ({ errmsg = '' }: { readonly errmsg?: string }): string | undefined =>
  /\bindex:? ['"]?(?:[^\s'"]*\$)?([^\s'"]+)/i.exec(errmsg)?.[1];

function isAway(error: unknown): boolean {
  if (error instanceof MongoNetworkError || error instanceof MongoSystemError) return true;
  if (error instanceof MongoServerError)
    return NOT_SERVING.has(Number(error.code)) || error.hasErrorLabel('RetryableWriteError');
  if (error instanceof MongoDriverError) return NO_SERVER.test(error.name);
  return !(error instanceof MongoError) && error instanceof Error && 'code' in error && isLost(error.code);
}

const isLost = (code: unknown): boolean => typeof code === 'string' && NAME_NOT_FOUND.test(code);
