import type { Clock } from '../application/ports/clock.ts';
import type { Log } from '../application/ports/log.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** The part of `process` that a shutdown needs. */
export interface Stoppable {
  on(event: (typeof SIGNALS)[number] | 'uncaughtException' | 'unhandledRejection', handler: SignalHandler): unknown;
  exit(code: number): void;
}

type SignalHandler = (cause: unknown) => void;

interface ShutdownParts {
  readonly process: Stoppable;
  readonly log: Log;
  readonly clock: Clock;
  readonly deadlineMs: number;
}

interface Closer {
  readonly name: string;
  close(): void | Promise<void>;
}

// Ctrl-C under npm can arrive twice, from the terminal and from npm. Signals within this time count as one, in ms.
const ONE_PRESS_MS = 500;

/**
 * Shuts the process down gracefully. A signal runs the registered closers, the latest first and one at a time, then
 * exits with 0. A second signal exits immediately. Uncaught errors are logged. The exit code is 1 after an uncaught
 * error, a failed closer or a missed deadline.
 */
export class Shutdown {
  readonly #parts: ShutdownParts;
  readonly #closers: Closer[] = [];
  readonly #started = new AbortController();
  #startedAt = 0;
  #code = 0;
  #exited = false;

  constructor(parts: ShutdownParts) {
    this.#parts = parts;
    for (const name of SIGNALS) parts.process.on(name, () => this.#onSignal(name));
    parts.process.on('uncaughtException', (error) => this.fail('process.uncaught_exception', error));
    parts.process.on('unhandledRejection', (error) => this.fail('process.unhandled_rejection', error));
  }

  /** Aborted when the shutdown starts, for any reason. */
  get signal(): AbortSignal {
    return this.#started.signal;
  }

  /** Registers a closer that runs before all earlier ones, even during the shutdown. */
  onClose(name: string, close: () => void | Promise<void>): void {
    this.#closers.push({ name, close });
  }

  /** Logs the error, then shuts down with exit code 1. */
  fail(event: string, error: unknown): void {
    this.#parts.log.error(event, { error });
    this.#code = 1;
    if (!this.signal.aborted) void this.#end();
  }

  #onSignal(name: string): void {
    const { clock, log } = this.#parts;
    if (!this.signal.aborted) {
      log.info('process.stopping', { signal: name });
      void this.#end();
    } else if (clock.monotonic() - this.#startedAt >= ONE_PRESS_MS) {
      log.warn('process.stopped_by_force', { signal: name });
      this.#exit(1);
    }
  }

  async #end(): Promise<void> {
    const { clock, log, deadlineMs } = this.#parts;
    this.#startedAt = clock.monotonic();
    this.#started.abort();
    let closing = 'nothing';
    clock.after(deadlineMs, () => {
      log.error('process.stopped_overdue', { closing });
      this.#exit(1);
    });
    for (let closer = this.#closers.pop(); closer && !this.#exited; closer = this.#closers.pop()) {
      closing = closer.name;
      await this.#close(closer);
    }
    if (this.#exited) return;
    log.info('process.stopped');
    this.#exit(this.#code);
  }

  async #close({ name, close }: Closer): Promise<void> {
    try {
      await close();
    } catch (error) {
      this.#parts.log.error('process.close_failed', { closing: name, error });
      this.#code = 1;
    }
  }

  #exit(code: number): void {
    if (this.#exited) return;
    this.#exited = true;
    this.#parts.process.exit(code);
  }
}
