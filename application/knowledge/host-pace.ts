import { busy } from '../../domain/errors.ts';
import { unexpired } from '../../domain/accounts/limit-count.ts';
import { LimitCountChanges, type LimitPorts } from '../limit-count-changes.ts';

/** Distance of requests to a host, in ms. */
const PACE_MS = 1_000;
/** Longest wait of a request, in ms. */
const WAIT_MAX_MS = 120_000;
/** How long a host is remembered after its last request, in ms. */
const KEPT_MS = 60_000;

/** Spaces requests for pages of a host: one a second over all processes and organisations. */
export class HostPace {
  readonly #ports: LimitPorts;
  readonly #changes: LimitCountChanges;

  constructor(ports: LimitPorts) {
    this.#ports = ports;
    this.#changes = new LimitCountChanges(ports);
  }

  /** Resolves when a request may be sent. Rejects with the reason of the signal, or `busy` when too many wait. */
  async wait(host: string, signal: AbortSignal): Promise<void> {
    const { clock } = this.#ports;
    let waitMs = 0;
    await this.#changes.make({ kind: 'web page host', key: host }, (seen, now) => {
      waitMs = Math.max(0, (unexpired(seen, now)?.not_before ?? 0) - now);
      if (waitMs > WAIT_MAX_MS) return seen;
      const next = now + waitMs + PACE_MS;
      return { count: 0, not_before: next, expires_at: next + KEPT_MS };
    });
    signal.throwIfAborted();
    if (waitMs > WAIT_MAX_MS) throw busy(`Too many pages of ${host} wait to be fetched`);
    if (waitMs > 0) await paused(clock, waitMs, signal);
  }
}

function paused(clock: LimitPorts['clock'], ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      cancel();
      reject(signal.reason as Error);
    };
    const cancel = clock.after(ms, () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
    signal.addEventListener('abort', stop, { once: true });
  });
}
