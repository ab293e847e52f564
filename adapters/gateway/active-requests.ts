/** Whoever is being answered now. */
export class ActiveRequests {
  readonly #live = new Set<AbortController>();
  #idle: () => void = () => undefined;
  /** No new ones are let in. */
  isDraining = false;

  /** Begins a visit; it is over when the answer aborts. */
  begin(): AbortController {
    const request = new AbortController();
    this.#live.add(request);
    request.signal.addEventListener('abort', () => this.#finished(request), { once: true });
    return request;
  }

  /** Lets nobody in any more, and resolves when everybody has left, or after so many milliseconds. */
  async drain(ms: number): Promise<void> {
    this.isDraining = true;
    if (this.#live.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#idle = resolve;
      timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
  }

  /** Ends every visit. */
  end(): void {
    for (const request of this.#live) request.abort();
  }

  #finished(request: AbortController): void {
    this.#live.delete(request);
    if (this.#live.size === 0) this.#idle();
  }
}
