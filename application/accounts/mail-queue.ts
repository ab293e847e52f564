import { busy } from '../../domain/errors.ts';
import type { Cancel, Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';

/** Delay before a mail is sent, in ms, so that the response leaves first. */
export const MAIL_DELAY_MS = 50;
const QUEUE_MAX = 100;

/**
 * Sends mails one after the other, after the response that promised them. In memory: a killed process loses queued
 * mails, a process that shuts down sends them first.
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

  /** Queues a mail. Throws `busy` when the queue is full. A mail that fails is logged. */
  add(send: () => Promise<void>): void {
    if (this.#waiting.length >= QUEUE_MAX) throw busy('Too many mails are queued. Try again in a few seconds.');
    this.#waiting.push(send);
    this.#cancel ??= this.#clock.after(MAIL_DELAY_MS, () => void this.flush());
  }

  /** Sends all queued mails and resolves when they are sent. */
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
