/** Whoever is being answered now. */
export class Visits {
  readonly #live = new Set<AbortController>();
  #idle: () => void = () => undefined;
  /** No new ones are let in. */
  isDraining = false;

  /** Begins a visit; it is over when the answer aborts. */
  begin(): AbortController {
    const visit = new AbortController();
    this.#live.add(visit);
    visit.signal.addEventListener('abort', () => this.#left(visit), { once: true });
    return visit;
  }

  /** Lets nobody in any more, and resolves when everybody has left, or after so many milliseconds. */
  async drain(ms: number): Promise<void> {
    this.isDraining = true;
    if (this.#live.size === 0) return;
    let overdue: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#idle = resolve;
      overdue = setTimeout(resolve, ms);
    });
    clearTimeout(overdue);
  }

  /** Ends every visit. */
  end(): void {
    for (const visit of this.#live) visit.abort();
  }

  #left(visit: AbortController): void {
    this.#live.delete(visit);
    if (this.#live.size === 0) this.#idle();
  }
}
