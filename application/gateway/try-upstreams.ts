import { isGatewayError, shouldTryAnother } from '../../domain/gateway/routing.ts';
import type { Slot, Upstream } from '../../domain/gateway/upstream.ts';
import type { Log } from '../ports/log.ts';
import { NoUpstream, UpstreamFailure } from '../ports/upstreams.ts';
import type { UpstreamLease, UpstreamPool } from './upstream-pool.ts';

export interface UpstreamAttempt {
  readonly slot: Slot;
  /** The model the call names; null when it leaves that open. */
  readonly model: string | null;
  readonly over: AbortSignal;
}

/** Whatever a server begins an answer with. */
interface StartedAnswer {
  readonly status: number;
  discard(): void;
}

interface AttemptPorts {
  readonly upstreamPool: UpstreamPool;
  readonly log: Log;
}

/**
 * Asks one server after the other until one answers as it should. Nobody has got anything of an answer by then, so that
 * asking another is safe; only a server that took the call and fell silent may still work on it, and is the last one asked.
 * The place of the one that answered is held until the call is over.
 */
export async function tryUpstreams<T extends StartedAnswer>(
  ports: AttemptPorts,
  attempt: UpstreamAttempt,
  ask: (upstream: Upstream) => Promise<T>,
): Promise<{ readonly answer: T; readonly lease: UpstreamLease }> {
  const { upstreamPool } = ports;
  const tried = new Set<Upstream>();
  for (;;) {
    const lease = upstreamPool.acquire(attempt.slot, attempt.model, tried);
    tried.add(lease.upstream);
    const hasAnother = (): boolean => upstreamPool.hasOther(attempt.slot, attempt.model, tried);
    const answer = await tryUpstream(ports, attempt, lease, ask, hasAnother);
    if (answer && !(shouldTryAnother(answer.status) && hasAnother())) {
      attempt.over.addEventListener('abort', () => lease.release(), { once: true });
      return { answer, lease };
    }
    answer?.discard();
    lease.release();
  }
}

/** What a server begins to answer; null when it failed and somebody else may be asked. */
async function tryUpstream<T extends StartedAnswer>(
  { log }: AttemptPorts,
  { slot, over }: UpstreamAttempt,
  lease: UpstreamLease,
  ask: (upstream: Upstream) => Promise<T>,
  hasAnother: () => boolean,
): Promise<T | null> {
  try {
    const answer = await ask(lease.upstream);
    if (isGatewayError(answer.status)) lease.faulted();
    else lease.answered();
    return answer;
  } catch (failure) {
    lease.release();
    if (over.aborted || !(failure instanceof UpstreamFailure)) throw failure;
    lease.faulted();
    log.warn('gateway.upstream_failed', { slot, upstream: lease.upstream.url, error: failure });
    if (failure.fault !== 'silent' && hasAnother()) return null;
    throw failure.fault === 'unreachable' ? new NoUpstream(`No model server for ${slot} answers now`, 0) : failure;
  }
}
