import { isGatewayError, shouldTryAnother } from '../../domain/gateway/routing.ts';
import type { Slot, Upstream } from '../../domain/gateway/upstream.ts';
import type { Log } from '../ports/log.ts';
import { NoUpstream, UpstreamFailure } from '../ports/upstreams.ts';
import type { UpstreamLease, UpstreamPool } from './upstream-pool.ts';

export interface UpstreamAttempt {
  readonly slot: Slot;
  /** The requested model; null for any. */
  readonly model: string | null;
  readonly over: AbortSignal;
}

/** The start of a server's answer. */
interface StartedAnswer {
  readonly status: number;
  discard(): void;
}

interface AttemptPorts {
  readonly upstreamPool: UpstreamPool;
  readonly log: Log;
}

/**
 * Tries servers one after the other until one answers properly. Nothing of an answer was passed on by then, so a retry
 * is safe. A server that accepted the call and went silent may still be working on it and is the last one tried. The
 * lease of the server that answered is held until the call is over.
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

/** Starts one server's answer; null when it failed and another may be tried. */
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
