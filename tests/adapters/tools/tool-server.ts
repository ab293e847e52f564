import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A request as the server received it. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface ToolServer {
  readonly url: string;
  readonly host: string;
  readonly requests: readonly ReceivedRequest[];
  /** Connections that are open now. */
  readonly connections: () => number;
  close(): Promise<void>;
}

/** A server on this machine that answers every request like this. */
export async function openToolServer(
  answer: (response: ServerResponse, request: ReceivedRequest) => void,
): Promise<ToolServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    // Hostile servers write after their client has left.
    response.on('error', () => undefined);
    void received(request).then((whole) => {
      requests.push(whole);
      return answer(response, whole);
    });
  });
  return listening(server, requests);
}

/** A server on this machine that writes bytes of its own choice to every connection. */
export const openRawServer = (answer: (socket: Socket) => void): Promise<ToolServer> =>
  listening(
    createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => answer(socket));
    }),
    [],
  );

async function listening(server: Server, requests: readonly ReceivedRequest[]): Promise<ToolServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...{ url: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, requests },
    connections: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function received(request: IncomingMessage): Promise<ReceivedRequest> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  const { method = '', url = '', headers } = request;
  return { method, url, headers, body: Buffer.concat(parts).toString('utf8') };
}
