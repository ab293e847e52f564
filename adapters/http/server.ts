import { createServer, type Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Express } from 'express';
import { listen } from '../lib/listen.ts';
import { timeoutOptions, type ServerTimeouts } from '../lib/server-timeouts.ts';
import { boundPipelines } from '../lib/pipelined.ts';
import { rejectAfter } from '../lib/timeout.ts';
import { messageClassesOf } from './http-messages.ts';

export interface Api {
  /** Listens. Port 0 takes any free port. Rejects when the address is unavailable. */
  listen(host: string, port: number): Promise<ListeningApi>;
}

export interface ListeningApi {
  readonly port: number;
  /**
   * Keeps answering for a moment with `Connection: close`, then accepts no connections and lets running requests end.
   * Takes this many milliseconds at most.
   */
  drain(ms: number): Promise<void>;
  /** Aborts running requests. Resolves when all connections are closed. */
  close(): Promise<void>;
}

/** Timeouts for a client's headers and requests. */
export const TIMEOUTS: ServerTimeouts = { headersMs: 15_000, requestMs: 60_000, keepAliveMs: 30_000 };
/** Closes a connection without traffic, such as a stalled download. In milliseconds. */
const IDLE_MS = 120_000;
/** Time for clients with an open connection to send one more request and learn that it closes. In milliseconds. */
const LINGER_MS = 2_000;
const POLL_MS = 20;

const DRAINING = 'draining';

/** Whether the app is draining. */
export const isDraining = (app: Pick<Express, 'enabled'>): boolean => app.enabled(DRAINING);

/** A server for the app, with timeouts. */
export const server = (app: Express, timeouts = TIMEOUTS): Api => ({
  async listen(host, port) {
    const http = createServer(
      { ...timeoutOptions(timeouts), ...messageClassesOf(app) },
      boundPipelines(app),
    ).setTimeout(IDLE_MS);
    return listening(http, app, await listen(http, host, port));
  },
});

function listening(http: Server, app: Express, port: number): ListeningApi {
  const closed = new Promise<void>((resolve) => http.once('close', resolve));
  const answers = unansweredOf(http, app);
  const stop = (): void => {
    http.close();
    http.closeIdleConnections();
  };
  return {
    port,
    async drain(ms) {
      const startedAt = performance.now();
      app.enable(DRAINING);
      for (const response of answers) response.shouldKeepAlive = false;
      await waitAtMost(allDisconnected(http), Math.min(ms, LINGER_MS));
      stop();
      await waitAtMost(closed, ms - (performance.now() - startedAt));
    },
    async close() {
      stop();
      http.closeAllConnections();
      await closed;
    },
  };
}

/** The responses in progress. While draining, each closes its connection. */
function unansweredOf(http: Server, app: Express): ReadonlySet<ServerResponse> {
  const answers = new Set<ServerResponse>();
  http.prependListener('request', (_request, response) => {
    if (isDraining(app)) response.shouldKeepAlive = false;
    answers.add(response);
    response.once('close', () => {
      answers.delete(response);
      // A kept-alive connection becomes idle only after its response and would delay the stop.
      if (!http.listening) http.closeIdleConnections();
    });
  });
  return answers;
}

/** Resolves when no connection is open. */
async function allDisconnected(http: Server): Promise<void> {
  const count = (): Promise<number> => new Promise((resolve) => http.getConnections((_, open) => resolve(open)));
  while ((await count()) > 0) await delay(POLL_MS, undefined, { ref: false });
}

/** Resolves when it is done, or after this many milliseconds. */
const waitAtMost = (done: Promise<void>, ms: number): Promise<void> =>
  rejectAfter(Math.max(0, ms), done).catch(() => undefined);
