import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens and answers the port, which matters for port 0. Rejects when the address is unavailable. */
export const listen = (server: Server, host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
