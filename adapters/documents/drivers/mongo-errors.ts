import {
  MongoBulkWriteError,
  MongoDriverError,
  MongoError,
  MongoNetworkError,
  MongoServerError,
  MongoSystemError,
} from 'mongodb';
import { DomainError } from '../../../domain/errors.ts';
import { UniqueViolation, type Index } from '../collection.ts';
import { storedName } from './index-names.ts';
import { refused } from './refused.ts';

/**
 * Error codes of a server that answers but does not serve: it is shutting down, lost its primary or majority, or took
 * too long.
 */
const NOT_SERVING = new Set([6, 7, 50, 64, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

/** Driver errors that only say no server was reachable. */
const NO_SERVER =
  /^Mongo(NotConnected|TopologyClosed|ClientClosed|ServerClosed|PoolClosed|WaitQueueTimeout|ExpiredSession|StalePrimary)Error$/;

const DUPLICATE = 11000;
const WRITE_CONFLICT = 112;

/**
 * PostgreSQL's messages for a rolled-back transaction:
 * https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html
 */
const ROLLED_BACK = /^(deadlock detected|could not serialize access|tuple concurrently (updated|deleted))/;
const DEADLOCK = /^deadlock detected/;

const NAME_NOT_FOUND = /^(ENOTFOUND|EAI_AGAIN|ESERVFAIL|ETIMEOUT|ENODATA|ECONNREFUSED)$/;

/** Translates an error for callers. The driver's error becomes the cause. */
export function toDomainError(error: unknown): unknown {
  if (error instanceof DomainError || error instanceof UniqueViolation) return error;
  return refused(error, isAway(error));
}

/** Whether a unique index refused the write. */
export const isDuplicate = (error: unknown): error is MongoServerError =>
  error instanceof MongoServerError && error.code === DUPLICATE;

/** A server's message without stored values, for the log: duplicate-key messages contain them. */
export const safeMessageOf = ({ code, message }: MongoServerError): string =>
  code === DUPLICATE ? 'duplicate key' : message;

/**
 * Whether the operation was rolled back because of a concurrent one: a write conflict, or, on servers that store
 * documents in PostgreSQL, a deadlock or a concurrent update.
 */
export const isWriteConflict = (error: unknown): boolean =>
  error instanceof MongoServerError &&
  !(error instanceof MongoBulkWriteError) &&
  (error.code === WRITE_CONFLICT || ROLLED_BACK.test(error.message));

/** Whether the operation was rolled back because of a deadlock. */
export const isDeadlock = (error: unknown): boolean =>
  error instanceof MongoServerError && DEADLOCK.test(error.message);

/**
 * The unique index of a duplicate-key error. Null when the message does not name one of these, which not every server
 * does.
 */
export function violated<T>(error: MongoServerError, indexes: readonly Index<T>[]): string | null {
  const name = nameIn(error.errorResponse);
  const pattern = Object.keys((error['keyPattern'] as object | undefined) ?? {}).join();
  const index =
    indexes.find((each) => storedName(each) === name) ?? indexes.find(({ fields }) => fields.join() === pattern);
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
