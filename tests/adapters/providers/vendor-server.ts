import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import { localServer } from '../../support/local-server.ts';
import { atEndOfTest } from '../../support/temporary.ts';

/** A request that a vendor was received. */
export interface VendorRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

interface Script {
  /** Answers a request; the connection stays open until it does. */
  readonly http?: (received: VendorRequest, response: ServerResponse) => void | Promise<void>;
  /** Talks over a socket. */
  readonly socket?: (socket: WebSocket, received: VendorRequest) => void;
}

export type VendorServer = Awaited<ReturnType<typeof vendorServer>>;

/** A vendor on this machine that follows a script, and remembers what it was received. Closed after the test. */
export async function vendorServer(script: Script) {
  const received: VendorRequest[] = [];
  const sockets = new Set<WebSocket>();
  const refusals: number[] = [];
  const waiting: { count: number; go: () => void }[] = [];
  const responses = new Set<ServerResponse>();
  let hangUps = 0;

  const remember = (request: IncomingMessage, body: Buffer): VendorRequest => {
    const url = new URL(request.url ?? '/', 'http://vendor');
    const entry = { method: request.method ?? '', url, headers: request.headers, body };
    received.push(entry);
    for (const { count, go } of waiting) if (received.length >= count) go();
    return entry;
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    responses.add(response);
    response.on('close', () => {
      responses.delete(response);
      if (!response.writableFinished) hangUps += 1;
    });
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const entry = remember(request, Buffer.concat(parts));
      const refusal = refusals.shift();
      if (refusal !== undefined) return response.writeHead(refusal, { location: '/elsewhere' }).end('{}');
      void script.http?.(entry, response);
    });
  });
  const upgrades = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, stream, head) => {
    const entry = remember(request, Buffer.alloc(0));
    const refusal = refusals.shift();
    if (refusal !== undefined) return stream.end(`HTTP/1.1 ${refusal} No\r\nlocation: /elsewhere\r\n\r\n`);
    upgrades.handleUpgrade(request, stream, head, (socket) => {
      sockets.add(socket);
      socket.on('close', () => {
        sockets.delete(socket);
        hangUps += 1;
      });
      script.socket?.(socket, entry);
    });
  });
  const { url } = await localServer(server);
  const cut = (): void => {
    for (const socket of sockets) socket.terminate();
    for (const response of responses) response.destroy();
  };
  atEndOfTest(cut);
  return {
    url,
    received,
    refusals,
    sockets,
    cut,
    /** The connections there are stand, but nothing goes over them any more: they are open on one side only. */
    freeze() {
      for (const socket of sockets) socket.pause();
    },
    /** Connections that ended before they were answered in full. */
    get hangUps() {
      return hangUps;
    },
    /** Resolves when this number of requests was received. */
    requests: (count: number) =>
      new Promise<void>((go) => (received.length >= count ? go() : waiting.push({ count, go }))),
  };
}
