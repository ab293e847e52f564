import type { Server } from 'node:http';
import type { RequestMeter } from './request-meter.ts';

/** Records every response of a server under the operation name of its path. */
export function countRequests(server: Server, operationOf: (path: string) => string, meter: RequestMeter): void {
  server.on('request', (request, response) => {
    const startedAt = performance.now();
    const { method = '', url = '' } = request;
    response.once('close', () => {
      const seconds = (performance.now() - startedAt) / 1000;
      meter({ operation: operationOf(url.split('?', 1)[0] ?? ''), method, status: response.statusCode, seconds });
    });
  });
}
