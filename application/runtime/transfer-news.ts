import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import type { Clock } from '../ports/clock.ts';

/** Wakes a transfer when the call log may have news of it. */
export class TransferNews {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #waiting = new Set<() => void>();

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock;
  }

  /** This process has received news. */
  announce(): void {
    for (const wake of this.#waiting) wake();
  }

  /**
   * Resolves at the next news from now on, when the signal aborts, and after `transfer_poll`, because other processes
   * receive news, too.
   */
  next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        cancel();
        resolve();
      };
      const cancel = this.#clock.after(TIMEOUTS_MS.transfer_poll, wake);
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }
}
