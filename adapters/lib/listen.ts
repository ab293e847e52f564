import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Has a server listen, and answers the port, which matters when 0 was asked for. Rejects when the address cannot be had. */
export const listen = (server: Server, host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
