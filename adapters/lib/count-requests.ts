import type { Server } from 'node:http';
import type { RequestMeter } from './figures.ts';

/** Has every answer of a server counted, under the word that stands for its path. */
export function countRequests(server: Server, operationOf: (path: string) => string, answered: RequestMeter): void {
  server.on('request', (request, response) => {
    const begun = performance.now();
    const { method = '', url = '' } = request;
    response.once('close', () => {
      const seconds = (performance.now() - begun) / 1000;
      answered({ operation: operationOf(url.split('?', 1)[0] ?? ''), method, status: response.statusCode, seconds });
    });
  });
}
