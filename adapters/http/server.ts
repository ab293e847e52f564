import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Express } from 'express';
import { messagesOf } from './messages.ts';

/** The API, ready to listen. */
export interface Api {
  /** Listens; port 0 takes any free one. Rejects when the address cannot be had. */
  listen(host: string, port: number): Promise<ListeningApi>;
}

export interface ListeningApi {
  readonly port: number;
  /** Takes no new connections and lets running requests end, for so long at most. */
  drain(ms: number): Promise<void>;
  /** Ends at once what still runs, and resolves when nothing is open any more. */
  close(): Promise<void>;
}

const LIMITS = {
  // A client that takes longer for its headers or its whole request is not one of ours.
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
};
/** A connection on which nothing moves is closed, as with a download that nobody reads. */
const IDLE_MS = 120_000;

/** The app behind a server with limits on every wait. */
export const server = (app: Express): Api => ({
  listen: (host, port) =>
    new Promise((resolve, reject) => {
      const http = createServer({ ...LIMITS, ...messagesOf(app) }, app).setTimeout(IDLE_MS);
      http.once('error', reject);
      http.listen(port, host, () => {
        http.off('error', reject);
        resolve(listening(http));
      });
    }),
});

function listening(http: Server): ListeningApi {
  const { port } = http.address() as AddressInfo;
  const closed = new Promise<void>((resolve) => http.once('close', resolve));
  const stop = (): void => {
    http.close();
    http.closeIdleConnections();
  };
  http.on('request', (_request, response) => {
    // A connection that is kept alive falls idle only after its answer, and would keep a stopped server waiting.
    response.once('close', () => {
      if (!http.listening) http.closeIdleConnections();
    });
  });
  return {
    port,
    async drain(ms) {
      stop();
      const waiting = new AbortController();
      const patience = delay(ms, undefined, { signal: waiting.signal }).catch(() => undefined);
      await Promise.race([closed, patience]);
      waiting.abort();
    },
    async close() {
      stop();
      http.closeAllConnections();
      await closed;
    },
  };
}
