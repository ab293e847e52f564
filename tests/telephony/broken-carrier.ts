import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { localServer } from '../support/local-server.ts';

/** What becomes of a request to dial: it is never answered, or answered with a page for people, of this status. */
export type Mishap = 'hangs' | 200 | 502;

const PAGE = '<!doctype html><title>Sorry</title><h1>We will be back soon</h1>';

/** A proxy before the simulator that fails dials of certain numbers and passes on the rest. */
export async function brokenCarrier(simulator: string, mishaps: ReadonlyMap<string, Mishap>) {
  /** The numbers with failed dials, once per dial. */
  const requests: string[] = [];
  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await incoming.toArray());
    const number = incoming.url?.endsWith('/Call/') && incoming.method === 'POST' ? dialled(body) : '';
    const mishap = mishaps.get(number);
    if (mishap === undefined) return handOn(incoming, body, response);
    requests.push(number);
    if (mishap !== 'hangs') response.writeHead(mishap, { 'content-type': 'text/html' }).end(PAGE);
  }

  function handOn({ method, url, headers }: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const onward = request(new URL(url ?? '/', simulator), { method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(response);
    });
    onward.on('error', () => response.destroy());
    onward.end(body);
  }

  const { url } = await localServer((incoming, response) => void answer(incoming, response));
  return { url, requests };
}

const dialled = (body: Buffer): string =>
  `+${String((JSON.parse(body.toString()) as { to: unknown }).to).replace('+', '')}`;
