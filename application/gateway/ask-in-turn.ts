import { isGatewayError, shouldTryAnother } from '../../domain/gateway/routing.ts';
import type { Slot, Upstream } from '../../domain/gateway/upstream.ts';
import type { Log } from '../ports/log.ts';
import { NoUpstream, UpstreamFailure } from '../ports/upstreams.ts';
import type { Place, UpstreamBoard } from './upstream-board.ts';

export interface Turn {
  readonly slot: Slot;
  /** The model the call names; null when it leaves that open. */
  readonly model: string | null;
  readonly over: AbortSignal;
}

/** Whatever a server begins an answer with. */
interface Begun {
  readonly status: number;
  discard(): void;
}

interface AskPorts {
  readonly board: UpstreamBoard;
  readonly log: Log;
}

/**
 * Asks one server after the other until one answers as it should. Nobody has got anything of an answer by then, so that
 * asking another is safe; only a server that took the call and fell silent may still work on it, and is the last one asked.
 * The place of the one that answered is held until the call is over.
 */
export async function askInTurn<T extends Begun>(
  ports: AskPorts,
  turn: Turn,
  ask: (upstream: Upstream) => Promise<T>,
): Promise<{ readonly begun: T; readonly place: Place }> {
  const { board } = ports;
  const tried = new Set<Upstream>();
  for (;;) {
    const place = board.take(turn.slot, turn.model, tried);
    tried.add(place.upstream);
    const mayGoOn = (): boolean => board.hasOther(turn.slot, turn.model, tried);
    const begun = await askAt(ports, turn, place, ask, mayGoOn);
    if (begun && !(shouldTryAnother(begun.status) && mayGoOn())) {
      turn.over.addEventListener('abort', () => place.release(), { once: true });
      return { begun, place };
    }
    begun?.discard();
    place.release();
  }
}

/** What a server begins to answer; null when it failed and somebody else may be asked. */
async function askAt<T extends Begun>(
  { log }: AskPorts,
  { slot, over }: Turn,
  place: Place,
  ask: (upstream: Upstream) => Promise<T>,
  mayGoOn: () => boolean,
): Promise<T | null> {
  try {
    const begun = await ask(place.upstream);
    if (isGatewayError(begun.status)) place.faulted();
    else place.answered();
    return begun;
  } catch (failure) {
    place.release();
    if (over.aborted || !(failure instanceof UpstreamFailure)) throw failure;
    place.faulted();
    log.warn('gateway.upstream_failed', { slot, upstream: place.upstream.url, error: failure });
    if (failure.fault !== 'silent' && mayGoOn()) return null;
    throw failure.fault === 'unreachable' ? new NoUpstream(`No model server for ${slot} answers now`, 0) : failure;
  }
}
