import type { Slot, Upstream } from '../../domain/gateway/upstream.ts';
import type { Log } from '../ports/log.ts';
import type { ModelCall, UpstreamAnswer, UpstreamLine, Upstreams } from '../ports/upstreams.ts';
import { askInTurn } from './ask-in-turn.ts';
import type { Place, UpstreamBoard } from './upstream-board.ts';

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
  readonly board: UpstreamBoard;
  readonly log: Log;
}

/** Has a call answered by the best server there is, as its answer arrives. Throws NoUpstream or an UpstreamFailure when none answers. */
export const forwardModelCall =
  (ports: ForwardPorts) =>
  async (call: OpenCall, over: AbortSignal): Promise<UpstreamAnswer> => {
    const { begun, place } = await askInTurn(ports, { ...call, over }, async (upstream) =>
      ports.upstreams.send(upstream, await call.to(upstream), over),
    );
    return { ...begun, body: watched(begun.body, place, over) };
  };

/** Opens a socket to the best server there is. */
export const openSocket =
  (ports: ForwardPorts) =>
  async (call: OpenCall, over: AbortSignal): Promise<UpstreamLine | UpstreamAnswer> => {
    const { begun } = await askInTurn(ports, { ...call, over }, async (upstream) =>
      ports.upstreams.connect(upstream, await call.to(upstream), over),
    );
    return begun;
  };

/** The body, whose breaking off is a fault of its server unless the call was over. */
async function* watched(body: AsyncIterable<Uint8Array>, place: Place, over: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (failure) {
    if (!over.aborted) place.faulted();
    throw failure;
  }
}
