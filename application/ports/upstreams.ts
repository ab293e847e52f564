import type { ProbeStatus } from '../../domain/gateway/upstream-health.ts';
import type { Upstream } from '../../domain/gateway/upstream.ts';

/** For calling model servers. Aborting its signal ends a call and all its work. */
export interface Upstreams {
  /** Whether a server answers within 2 s, and the models it lists. Never throws. */
  probe(upstream: Upstream): Promise<UpstreamProbe>;
  /** Sends once and resolves when the answer starts. Throws an UpstreamFailure. */
  send(upstream: Upstream, call: ModelCall, over: AbortSignal): Promise<UpstreamAnswer>;
  /** Opens a socket with the client's handshake. A refusal is an answer. Throws an UpstreamFailure without one. */
  connect(upstream: Upstream, call: ModelCall, over: AbortSignal): Promise<UpstreamSocket | UpstreamAnswer>;
}

export interface UpstreamProbe {
  readonly probed: ProbeStatus;
  readonly models: readonly ListedModel[];
}

/** A model as its server lists it. */
export interface ListedModel {
  readonly id: string;
  readonly [field: string]: unknown;
}

export interface ModelCall {
  readonly method: string;
  /** Relative to the server's base URL, with the query. */
  readonly target: string;
  /** The client's headers, by lower-case name; hop-by-hop headers are removed. */
  readonly headers: Headers;
  readonly body: Uint8Array | null;
}

export type Headers = Readonly<Record<string, string>>;

export interface UpstreamAnswer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: Headers;
  /** Streamed with backpressure. Throws an UpstreamFailure when interrupted. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Discards the rest. */
  discard(): void;
}

/** An open socket: bytes in both directions. */
export interface UpstreamSocket {
  readonly kind: 'socket';
  readonly status: 101;
  readonly headers: Headers;
  /** Ends when the server closes. */
  readonly received: AsyncIterable<Uint8Array>;
  /** Resolves when more can be sent. */
  send(bytes: Uint8Array): Promise<void>;
  discard(): void;
}

/**
 * `unreachable`: no connection; `silent`: a timeout; `garbled`: not an answer of a model server; `broken`: interrupted.
 */
export type UpstreamFault = 'unreachable' | 'silent' | 'garbled' | 'broken';

/** A model server failed. The message contains no address. */
export class UpstreamFailure extends Error {
  readonly fault: UpstreamFault;

  constructor(fault: UpstreamFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'UpstreamFailure';
    this.fault = fault;
  }
}

/** No server is available: the slot has none, or all of them are backing off. */
export class NoUpstream extends Error {
  /** When to retry, in ms; null when retrying is useless. */
  readonly retryAfterMs: number | null;

  constructor(message: string, retryAfterMs: number | null) {
    super(message);
    this.name = 'NoUpstream';
    this.retryAfterMs = retryAfterMs;
  }
}
