import { createServer, type Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Express } from 'express';
import { listen } from '../lib/listen.ts';
import { timeoutOptions, type ServerTimeouts } from '../lib/server-timeouts.ts';
import { boundPipelines } from '../lib/pipelined.ts';
import { messageClassesOf } from './http-messages.ts';

/** The API, ready to listen. */
export interface Api {
  /** Listens; port 0 takes any free one. Rejects when the address cannot be had. */
  listen(host: string, port: number): Promise<ListeningApi>;
}

export interface ListeningApi {
  readonly port: number;
  /**
   * Answers whoever still comes for a moment, each time saying that the connection ends; then takes no new connections
   * and lets running requests end. All of it for so long at most.
   */
  drain(ms: number): Promise<void>;
  /** Ends at once what still runs, and resolves when nothing is open any more. */
  close(): Promise<void>;
}

/** A client that takes longer for its headers or its whole request is not one of ours. */
export const TIMEOUTS: ServerTimeouts = { headersMs: 15_000, requestMs: 60_000, keepAliveMs: 30_000 };
/** A connection on which nothing moves is closed, as with a download that nobody reads. */
const IDLE_MS = 120_000;
/** Clients with an open connection have this long to ask once more, and to be told that it ends. */
const LINGER_MS = 2_000;
const POLL_MS = 20;

const DRAINING = 'draining';

/** Whether an app is about to end. */
export const isDraining = (app: Pick<Express, 'enabled'>): boolean => app.enabled(DRAINING);

/** The app behind a server with limits on every wait. */
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

/** What is being answered. While the app drains, every answer says that its connection ends. */
function unansweredOf(http: Server, app: Express): ReadonlySet<ServerResponse> {
  const answers = new Set<ServerResponse>();
  http.prependListener('request', (_request, response) => {
    if (isDraining(app)) response.shouldKeepAlive = false;
    answers.add(response);
    response.once('close', () => {
      answers.delete(response);
      // A connection that is kept alive falls idle only after its answer, and would keep a stopped server waiting.
      if (!http.listening) http.closeIdleConnections();
    });
  });
  return answers;
}

/** Resolves when nobody is connected. */
async function allDisconnected(http: Server): Promise<void> {
  const count = (): Promise<number> => new Promise((resolve) => http.getConnections((_, open) => resolve(open)));
  while ((await count()) > 0) await delay(POLL_MS, undefined, { ref: false });
}

/** Resolves when it is done, or after so many milliseconds. */
async function waitAtMost(done: Promise<void>, ms: number): Promise<void> {
  const waiting = new AbortController();
  const timeouts = delay(Math.max(0, ms), undefined, { signal: waiting.signal }).catch(() => undefined);
  await Promise.race([done, timeouts]);
  waiting.abort();
}
