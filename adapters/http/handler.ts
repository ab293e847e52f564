import type { Caller } from '../../domain/accounts/caller.ts';

/** Answers one operation of the contract: picks from the request, calls one use case, chooses the status of success. */
export type Handler = (input: Input) => Promise<Reply> | Reply;

export type Handlers = Readonly<Record<string, Handler>>;

/** A request that the contract has let through. */
export interface Input {
  /** Who asks. Operations that are open to everybody have none and must not look. */
  readonly caller: Caller;
  path(name: string): string;
  query(name: string): string | undefined;
  /** The body, which the contract has found to have the shape the use case takes. */
  body<Shape>(): Shape;
  /** The `Range` header as it came. */
  readonly range: string | null;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: unknown;
  /** Bytes, opened only when they are wanted. */
  readonly bytes?: () => Promise<AsyncIterable<Uint8Array>>;
}

export const ok = (body: unknown): Reply => ({ status: 200, body });

export const created = (body: unknown): Reply => ({ status: 201, body });

/** Spec: SuccessResponse. */
export const done = (message: string): Reply => ok({ status: 'success', message });
