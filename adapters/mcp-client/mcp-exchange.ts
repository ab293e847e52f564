import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';
import type { Clock } from '../../application/ports/clock.ts';
import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import { McpFault } from './mcp-fault.ts';

/** Requests of one exchange. A server may ask the client questions, and every answer is a request. */
const REQUESTS_MAX = 40;

interface Limits {
  readonly clock: Pick<Clock, 'after'>;
  readonly timeoutMs: number;
  /** Bytes that are read in all responses together. */
  readonly bytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Headers of the requests that carry a tool call. */
  readonly callHeaders?: Readonly<Record<string, string>>;
}

const current = new AsyncLocalStorage<McpExchange>();
/** Exchanges that have not ended. */
let running = 0;

/**
 * One operation at a server with all its HTTP requests: opening a session, calling a tool or ending a session. Everything the SDK sends belongs to the exchange in which it was started, also its answers to the server. At
 * the end of the exchange its connections close, and nothing is sent any more.
 */
export class McpExchange {
  readonly limits: Limits;
  /** A tool call was written to a connection, so that the server may have carried it out. */
  hasSent = false;
  /** A tool call may be sent in this exchange. It is sent once. */
  mayCall = true;
  /** Resolves with the first response. */
  readonly responded: Promise<void>;
  /** A response, or the failure of a request, has arrived. */
  onResponse: () => void = () => undefined;
  readonly #connections = new AbortController();
  #requests = REQUESTS_MAX;
  #bytes: number;
  #cancelLoss: () => void = () => undefined;
  #fail: (fault: Error) => void = () => undefined;

  constructor(limits: Limits) {
    this.limits = limits;
    this.#bytes = limits.bytes;
    setMaxListeners(REQUESTS_MAX, this.#connections.signal);
    this.responded = new Promise((resolve) => (this.onResponse = resolve));
  }

  /** The exchange in which the code runs. Throws outside of one, so that no request is unbounded. */
  static current(): McpExchange {
    const exchange = current.getStore();
    if (!exchange || exchange.#connections.signal.aborted) throw new McpFault('its exchange has ended');
    return exchange;
  }

  /** Aborts without telling the server, which cannot be told outside of an exchange. */
  static silently(abort: () => void): void {
    current.exit(abort);
  }

  /** Aborts when the connections of the exchange have to close. */
  get ended(): AbortSignal {
    return this.#connections.signal;
  }

  /** Lets a tool call be sent that the server has refused unseen. */
  allowCall(): void {
    this.mayCall = true;
    this.hasSent = false;
  }

  /** Counts a request. */
  spendRequest(): void {
    this.#cancelLoss();
    this.#requests -= 1;
    if (this.#requests < 0) throw this.fail(new McpFault('its server asks too much', this.hasSent));
  }

  /** Counts bytes of a response. */
  spendBytes(count: number): void {
    this.#bytes -= count;
    if (this.#bytes < 0) throw this.fail(new McpFault('a response that is too long', this.hasSent));
  }

  /** A response has ended. Unless its answer was in it, or another request follows, the answer is lost. */
  expectAnswer(): void {
    const lost = (): void => void this.fail(new McpFault('the connection was lost', this.hasSent));
    this.#cancelLoss();
    if (this.ended.aborted) return;
    this.#cancelLoss = this.limits.clock.after(TIMEOUTS_MS.mcp_response_end, lost);
  }

  /** Ends the exchange with this error, which is returned. */
  fail<E extends Error>(error: E): E {
    this.#fail(error);
    return error;
  }

  /** Runs the operation. Its signal aborts when the exchange fails, within `onFailure`, while requests are still possible. */
  run<T>(operation: (signal: AbortSignal) => Promise<T>, onFailure = McpExchange.silently): Promise<T> {
    const { clock, timeoutMs, signal } = this.limits;
    const requests = new AbortController();
    return new Promise<T>((resolve, reject) => {
      const ends: (() => void)[] = [];
      const end = (): void => {
        this.#fail = () => undefined;
        this.#cancelLoss();
        for (const each of ends.splice(0)) each();
        this.#connections.abort();
      };
      this.#fail = (error) => {
        end();
        reject(error);
        onFailure(() => requests.abort());
      };
      const cancel = (): void => void this.fail(new McpFault('cancelled', this.hasSent));
      if (signal?.aborted) return cancel();
      signal?.addEventListener('abort', cancel, { once: true });
      const late = (): void => void this.fail(new McpFault('timeout', this.hasSent));
      ends.push(clock.after(timeoutMs, late), () => signal?.removeEventListener('abort', cancel));
      running += 1;
      current
        .run(this, () => operation(requests.signal))
        .then(resolve, reject)
        .finally(() => {
          end();
          running -= 1;
          // While it is enabled, every promise of the process takes longer.
          if (running === 0) current.disable();
        });
    });
  }
}
