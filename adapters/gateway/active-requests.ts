import { rejectAfter } from '../lib/timeout.ts';

/** The requests in progress. */
export class ActiveRequests {
  readonly #live = new Set<AbortController>();
  #idle: () => void = () => undefined;
  /** Whether new requests are refused. */
  isDraining = false;

  /** Registers a request. It ends when the controller aborts. */
  begin(): AbortController {
    const request = new AbortController();
    this.#live.add(request);
    request.signal.addEventListener('abort', () => this.#finished(request), { once: true });
    return request;
  }

  /** Refuses new requests. Resolves when all have ended, or after this many milliseconds. */
  async drain(ms: number): Promise<void> {
    this.isDraining = true;
    if (this.#live.size === 0) return;
    const idle = new Promise<void>((resolve) => (this.#idle = resolve));
    await rejectAfter(ms, idle).catch(() => undefined);
  }

  /** Aborts every request. */
  end(): void {
    for (const request of this.#live) request.abort();
  }

  #finished(request: AbortController): void {
    this.#live.delete(request);
    if (this.#live.size === 0) this.#idle();
  }
}
