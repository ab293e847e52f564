import type { ProbeStatus } from '../../domain/gateway/upstream-health.ts';
import type { Upstream } from '../../domain/gateway/upstream.ts';

/** For asking model servers. A call is over, whatever came of it, when its signal aborts: nothing of it goes on then. */
export interface Upstreams {
  /** Whether a server answers within two seconds, and the models it lists. Never throws. */
  probe(upstream: Upstream): Promise<UpstreamProbe>;
  /** Asks once, and answers when the answer begins. Throws an UpstreamFailure when none does. */
  send(upstream: Upstream, call: ModelCall, over: AbortSignal): Promise<UpstreamAnswer>;
  /** Opens a socket by the client's own handshake. A refusal is an answer. Throws an UpstreamFailure when there is none. */
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
  /** Below the server's base URL, with the query. */
  readonly target: string;
  /** The client's, by lower-case name; those that are between the client and us are left out on the way. */
  readonly headers: Headers;
  readonly body: Uint8Array | null;
}

export type Headers = Readonly<Record<string, string>>;

export interface UpstreamAnswer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: Headers;
  /** As it arrives, read no faster than it is taken. Throws an UpstreamFailure when it breaks off. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Nobody wants the rest. */
  discard(): void;
}

/** A socket that is open, as bytes in both directions. */
export interface UpstreamSocket {
  readonly kind: 'socket';
  readonly status: 101;
  readonly headers: Headers;
  /** Ends when the server is gone. */
  readonly received: AsyncIterable<Uint8Array>;
  /** Resolves when more can be taken. */
  send(bytes: Uint8Array): Promise<void>;
  discard(): void;
}

/** `unreachable`: no connection; `silent`: no answer, or no more of it, in time; `garbled`: no answer of a model server; `broken`: it broke off. */
export type UpstreamFault = 'unreachable' | 'silent' | 'garbled' | 'broken';

/** A model server did not answer as one. The message names no address. */
export class UpstreamFailure extends Error {
  readonly fault: UpstreamFault;

  constructor(fault: UpstreamFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'UpstreamFailure';
    this.fault = fault;
  }
}

/** There is nobody to ask: the slot has no servers, or all of them rest. */
export class NoUpstream extends Error {
  /** When to try again, in milliseconds; null when that is of no use. */
  readonly retryAfterMs: number | null;

  constructor(message: string, retryAfterMs: number | null) {
    super(message);
    this.name = 'NoUpstream';
    this.retryAfterMs = retryAfterMs;
  }
}
