import type { Slot, Upstream } from '../../domain/gateway/upstream.ts';
import type { Log } from '../ports/log.ts';
import type { ModelCall, UpstreamAnswer, UpstreamSocket, Upstreams } from '../ports/upstreams.ts';
import { tryUpstreams } from './try-upstreams.ts';
import type { UpstreamLease, UpstreamPool } from './upstream-pool.ts';

/** A call whose server is not chosen yet. */
export interface OpenCall {
  readonly slot: Slot;
  /** The model it names; null when it leaves that open. */
  readonly model: string | null;
  /** The call as it goes to this server. */
  to(upstream: Upstream): ModelCall | Promise<ModelCall>;
}

interface ForwardPorts {
  readonly upstreams: Upstreams;
  readonly upstreamPool: UpstreamPool;
  readonly log: Log;
}

/** Has a call answered by the best server there is, as its answer arrives. Throws NoUpstream or an UpstreamFailure when none answers. */
export const forwardModelCall =
  (ports: ForwardPorts) =>
  async (call: OpenCall, over: AbortSignal): Promise<UpstreamAnswer> => {
    const { answer, lease } = await tryUpstreams(ports, { ...call, over }, async (upstream) =>
      ports.upstreams.send(upstream, await call.to(upstream), over),
    );
    return { ...answer, body: watched(answer.body, lease, over) };
  };

/** Opens a socket to the best server there is. */
export const openSocket =
  (ports: ForwardPorts) =>
  async (call: OpenCall, over: AbortSignal): Promise<UpstreamSocket | UpstreamAnswer> => {
    const { answer } = await tryUpstreams(ports, { ...call, over }, async (upstream) =>
      ports.upstreams.connect(upstream, await call.to(upstream), over),
    );
    return answer;
  };

/** The body, whose breaking off is a fault of its server unless the call was over. */
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
