import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { assert } from 'chai';
import { network } from '../../../adapters/lib/network.ts';
import { httpPageFetcher } from '../../../adapters/page-fetcher/http.ts';
import type { PageAnswer, PageFetcher } from '../../../application/ports/page-fetcher.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { localServer } from '../../support/local-server.ts';

export const PAGE = '<html><body><h1>Opening hours</h1><p>We open at nine.</p></body></html>';
export const HTML = { 'content-type': 'text/html; charset=utf-8' };
export const BYTES_MAX = 100_000;

/** What a server answers at a path. */
export type ServerAnswer = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers with this. */
export const send =
  (body: string | Buffer, headers: Record<string, string> = HTML, status = 200): ServerAnswer =>
  (_, response) =>
    response.writeHead(status, headers).end(body);

/** Redirects there. */
export const redirect =
  (location: string): ServerAnswer =>
  (_, response) =>
    response.writeHead(302, { location }).end('Moved');

export type PageServer = Awaited<ReturnType<typeof pageServer>>;

/** A web server with a page, and what fetches from it with a clock that stands still. Closed after the test. */
export async function pageServer() {
  const clock = fakeClock();
  const requests: IncomingMessage[] = [];
  const hosts: string[] = [];
  const routes: Record<string, ServerAnswer> = { '/': send(PAGE) };
  const server = createServer((request, response) => {
    requests.push(request);
    const route = routes[(request.url ?? '').split('?')[0] ?? ''];
    if (route) route(request, response);
    else response.writeHead(404).end();
  });
  const { url: origin } = await localServer(server);
  const fetcher = (reached = network({ allowPrivate: false, localUpstreams: [origin] })): PageFetcher =>
    httpPageFetcher({ network: reached, clock, paced: async (host) => void hosts.push(host), bytesMax: BYTES_MAX });
  const fetchPage = (path = '/', validators: object = {}, signal = new AbortController().signal): Promise<PageAnswer> =>
    fetcher().fetch({ url: origin + path, etag: null, last_modified: null, ...validators }, signal);
  return {
    ...{ server, origin, clock, routes, requests, hosts, fetcher, fetchPage },
    paths: (): string[] => requests.map(({ url }) => String(url)),
    async contentOf(path = '/') {
      const answer = await fetchPage(path);
      if (answer.kind !== 'content') return assert.fail(JSON.stringify(answer));
      const { bytes, ...rest } = answer.content;
      return { text: Buffer.from(bytes).toString('latin1'), ...rest };
    },
    async problemOf(path = '/', kind: PageAnswer['kind'] = 'refused'): Promise<string> {
      const answer = await fetchPage(path);
      assert.equal(answer.kind, kind, JSON.stringify(answer));
      return 'problem' in answer ? answer.problem : assert.fail('It has no problem');
    },
  };
}
