import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { DomainError, errorMessage } from '../../domain/errors.ts';
import { storeFaultOf } from '../lib/store-faults.ts';
import { SqliteIndex } from './sqlite-index.ts';
import type { IndexResponse, IndexRequest } from './sqlite-messages.ts';

const OUT_OF_ORDER = /^SQLITE_(BUSY|LOCKED|IOERR|READONLY|CANTOPEN|NOMEM|PERM|AUTH|PROTOCOL)/;
/** System errors from creating the file's folder. */
const SYSTEM = /^E[A-Z]+$/;

let index: SqliteIndex | null = null;

parentPort!.on('message', (request: IndexRequest) => parentPort!.postMessage(respond(request), []));

function respond({ number, method, args }: IndexRequest): IndexResponse {
  try {
    index ??= new SqliteIndex(String(workerData));
    const perform = index[method] as (...args: unknown[]) => unknown;
    return { number, value: perform.apply(index, [...args]) };
  } catch (error) {
    return { number, refusal: refusalOf(error) };
  }
}

function refusalOf(error: unknown): NonNullable<IndexResponse['refusal']> {
  const reason = errorMessage(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const details = { reason, code };
  if (error instanceof DomainError) return { problem: error.problem, message: reason, ...details };
  const fault = storeFaultOf(error);
  if (fault !== null) return { problem: 'unavailable', message: `The vector store is ${fault}`, ...details };
  const isDown = (error instanceof Database.SqliteError ? OUT_OF_ORDER : SYSTEM).test(code);
  return isDown
    ? { problem: 'unavailable', message: 'The vector store does not answer', ...details }
    : { problem: 'failed', message: 'The vector store refused the operation', ...details };
}
