import type { Problem } from '../../domain/errors.ts';
import type { SqliteIndex } from './sqlite-index.ts';

/** Methods of the index that other threads can call. */
export type Method = 'upsert' | 'nearest' | 'count' | 'remove' | 'documentsAfter' | 'chunksAfter';

export interface IndexRequest {
  readonly number: number;
  readonly method: Method;
  readonly args: readonly unknown[];
}

/** The result of a request, or why it was refused. */
export interface IndexResponse {
  readonly number: number;
  readonly value?: unknown;
  readonly refusal?: {
    readonly problem: Problem;
    readonly message: string;
    readonly reason: string;
    readonly code: string;
  };
}

export type MethodArgs<M extends Method> = Parameters<SqliteIndex[M]>;
export type MethodResult<M extends Method> = ReturnType<SqliteIndex[M]>;
