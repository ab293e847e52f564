import type { Clock } from '../../application/ports/clock.ts';
import type { RequestMeter } from '../lib/request-meter.ts';
import type { MediaRoutes, PlainReply } from './server.ts';
import { isWebhook } from './carrier-webhooks.ts';

const PROBES: ReadonlySet<string> = new Set(['/health', '/livez', '/readyz', '/metrics']);

/** The same routes, with every response measured. */
export const meteredRoutes = (
  routes: MediaRoutes,
  meter: RequestMeter,
  clock: Pick<Clock, 'monotonic'>,
): MediaRoutes => ({
  socket: (socket, opening) => routes.socket(socket, opening),
  async request(request) {
    const startedAt = clock.monotonic();
    // An exception is answered with 500.
    let status = 500;
    let reply: PlainReply | null = null;
    try {
      reply = await routes.request(request);
      status = reply?.status ?? 404;
      return reply;
    } finally {
      const operation = reply === null ? 'none' : operationOf(request.path);
      meter({ operation, method: request.method, status, seconds: (clock.monotonic() - startedAt) / 1000 });
    }
  },
});

const operationOf = (path: string): string => (isWebhook(path) || PROBES.has(path) ? path.slice(1) : 'page');
