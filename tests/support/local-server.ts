import { createServer, Server as HttpServer, type RequestListener } from 'node:http';
import { Server, type AddressInfo, type Socket } from 'node:net';
import { atEndOfTest } from './temporary.ts';

/** A server on a free port of this machine, until the end of the running test. Its connections end with it; `connections` counts them. */
export async function localServer(served: RequestListener | Server) {
  const server = served instanceof Server ? served : createServer(served);
  // Idle connections stay open: on a busy machine a test may take longer between two requests than Node allows.
  if (server instanceof HttpServer) server.keepAliveTimeout = 0;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  const close = atEndOfTest(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  return { url: `http://${host}`, host, port, close, connections: () => sockets.size };
}
