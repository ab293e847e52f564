import type { Principal } from '../../domain/accounts/principal.ts';
import type { Origin } from '../../domain/audit/event.ts';
import type { ReceivedFile } from './uploads.ts';

/** Handles one operation: reads the request, calls one use case, chooses the success status. */
export type Handler<Body = never> = (input: Input<Body>) => Promise<Reply> | Reply;

/** Handlers by operation id, each typed for its own body. */
export type Handlers = Readonly<Record<string, Handler>>;

/** A request that passed validation. */
export interface Input<Body = unknown> {
  /** The principal. Public operations have none and must not read it. */
  readonly principal: Principal;
  /** The request's origin, for the audit trail. */
  readonly origin: Origin;
  path(name: string): string;
  query(name: string): string | undefined;
  /** Resolves a URL reference against the address the client used. */
  absolute(reference: string): string;
  /** The validated body. An empty object without one. */
  readonly body: Body;
  /** The `Range` header as received. */
  readonly range: string | null;
  /** Receives the file of a form, smaller than this many bytes, and answers with it. */
  upload(bytesBelow: number, answer: (file: ReceivedFile) => Promise<Reply>): Promise<Reply>;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: unknown;
  /** A list, sent as JSON. */
  readonly list?: List;
  /** Bytes, opened only when a body is sent. */
  readonly bytes?: () => Promise<AsyncIterable<Uint8Array>>;
}

/** A list of any length. */
export interface List {
  readonly items: Iterable<unknown> | AsyncIterable<unknown>;
  /** The field that holds the list. Without it the list is the whole body. */
  readonly name?: string;
  /** The other fields. */
  readonly beside?: object;
}

export const listed = (items: List['items'], around: Omit<List, 'items'> = {}): Reply => ({
  status: 200,
  list: { items, ...around },
});

export const ok = (body: unknown): Reply => ({ status: 200, body });

export const created = (body: unknown): Reply => ({ status: 201, body });

/** Spec: SuccessResponse. */
export const done = (message: string): Reply => ok({ status: 'success', message });
