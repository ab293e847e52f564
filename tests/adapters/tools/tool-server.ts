import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { localServer } from '../../support/local-server.ts';

/** A request as the server received it. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface ToolServer extends Awaited<ReturnType<typeof localServer>> {
  readonly requests: readonly ReceivedRequest[];
}

/** A server on this machine that answers every request like this. */
export async function openToolServer(
  answer: (response: ServerResponse, request: ReceivedRequest) => void,
): Promise<ToolServer> {
  const requests: ReceivedRequest[] = [];
  const server = await localServer((request, response) => {
    // Hostile servers write after their client has left.
    response.on('error', () => undefined);
    void received(request).then((whole) => {
      requests.push(whole);
      return answer(response, whole);
    });
  });
  return { ...server, requests };
}

/** A server on this machine that writes bytes of its own choice to every connection. */
export async function openRawServer(answer: (socket: Socket) => void): Promise<ToolServer> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => answer(socket));
  });
  return { ...(await localServer(server)), requests: [] };
}

async function received(request: IncomingMessage): Promise<ReceivedRequest> {
  const { method = '', url = '', headers } = request;
  return { method, url, headers, body: await text(request) };
}
