import type { Slot, Upstream } from '../../domain/gateway/upstream.ts';
import type { Log } from '../ports/log.ts';
import type { ModelCall, UpstreamAnswer, UpstreamSocket, Upstreams } from '../ports/upstreams.ts';
import { tryUpstreams } from './try-upstreams.ts';
import type { UpstreamLease, UpstreamPool } from './upstream-pool.ts';

/** A call before a server is selected. */
export interface OpenCall {
  readonly slot: Slot;
  /** The requested model; null for any. */
  readonly model: string | null;
  /** The call as sent to this server. */
  to(upstream: Upstream): ModelCall | Promise<ModelCall>;
}

interface ForwardPorts {
  readonly upstreams: Upstreams;
  readonly upstreamPool: UpstreamPool;
  readonly log: Log;
}

/**
 * Forwards a call to the best server and streams its answer. Throws NoUpstream or an UpstreamFailure when none answers.
 */
export const forwardModelCall =
  (ports: ForwardPorts) =>
  async (call: OpenCall, over: AbortSignal): Promise<UpstreamAnswer> => {
    const { answer, lease } = await tryUpstreams(ports, { ...call, over }, async (upstream) =>
      ports.upstreams.send(upstream, await call.to(upstream), over),
    );
    return { ...answer, body: watched(answer.body, lease, over) };
  };

/** Opens a socket to the best server. */
export const openSocket =
  (ports: ForwardPorts) =>
  async (call: OpenCall, over: AbortSignal): Promise<UpstreamSocket | UpstreamAnswer> => {
    const { answer } = await tryUpstreams(ports, { ...call, over }, async (upstream) =>
      ports.upstreams.connect(upstream, await call.to(upstream), over),
    );
    return answer;
  };

/** Streams the body. An interruption is a fault of the server unless the call was over. */
async function* watched(
  body: AsyncIterable<Uint8Array>,
  place: UpstreamLease,
  over: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (failure) {
    if (!over.aborted) place.faulted();
    throw failure;
  }
}
