import type { Principal } from '../../domain/accounts/principal.ts';
import type { Origin } from '../../domain/audit/event.ts';
import type { ReceivedFile } from './uploads.ts';

/** Answers one operation of the contract: picks from the request, calls one use case, chooses the status of success. */
export type Handler<Body = never> = (input: Input<Body>) => Promise<Reply> | Reply;

/** Handlers by operation. Each knows the shape of its own body only. */
export type Handlers = Readonly<Record<string, Handler>>;

/** A request that the contract has let through. */
export interface Input<Body = unknown> {
  /** Who asks. Operations that are open to everybody have none and must not look. */
  readonly principal: Principal;
  /** Where the request came from. */
  readonly origin: Origin;
  path(name: string): string;
  query(name: string): string | undefined;
  /** This URL reference as an absolute URL. A path is of the address under which the client reached this API. */
  absolute(reference: string): string;
  /** The body, which the contract has found to have this shape. Without one it is an empty object. */
  readonly body: Body;
  /** The `Range` header as it came. */
  readonly range: string | null;
  /** Receives the file of a form, of fewer than so many bytes, and answers with it. */
  upload(bytesBelow: number, answer: (file: ReceivedFile) => Promise<Reply>): Promise<Reply>;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: unknown;
  /** Or a list, as JSON. */
  readonly list?: List;
  /** Bytes, opened only when they are wanted. */
  readonly bytes?: () => Promise<AsyncIterable<Uint8Array>>;
}

/** A list that may be long. */
export interface List {
  readonly items: Iterable<unknown> | AsyncIterable<unknown>;
  /** The field that holds the list; without one the list is all of the answer. */
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
