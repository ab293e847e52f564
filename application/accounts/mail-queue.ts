import { busy } from '../../domain/errors.ts';
import type { Cancel, Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';

/** Time for the answer to leave before the work on its mail begins. */
export const MAIL_DELAY_MS = 50;
const QUEUE_MAX = 100;

/**
 * Mails that leave after the answer that promised them, one after the other. In memory: a process that is killed loses
 * those that wait, one that is asked to end sends them first.
 */
export class MailQueue {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #waiting: (() => Promise<void>)[] = [];
  #cancel: Cancel | null = null;
  #sending: Promise<void> = Promise.resolve();

  constructor({ clock, log }: { clock: Clock; log: Log }) {
    this.#clock = clock;
    this.#log = log;
  }

  /** Has a mail sent soon. Throws `busy` when too many wait. A mail that fails is logged. */
  add(send: () => Promise<void>): void {
    if (this.#waiting.length >= QUEUE_MAX) throw busy('Too many mails wait to be sent. Try again in a few seconds.');
    this.#waiting.push(send);
    this.#cancel ??= this.#clock.after(MAIL_DELAY_MS, () => void this.flush());
  }

  /** Sends all that wait now, and resolves when they are sent. */
  async flush(): Promise<void> {
    this.#cancel?.();
    this.#cancel = null;
    this.#sending = this.#sending.then(() => this.#sendWaiting());
    await this.#sending;
  }

  async #sendWaiting(): Promise<void> {
    for (let send = this.#waiting.shift(); send; send = this.#waiting.shift())
      try {
        await send();
      } catch (error) {
        const reason = error instanceof Error ? error.message : null;
        this.#log.error('mail.not_sent', { reason, pii_error: error });
      }
  }
}
