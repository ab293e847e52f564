import { once } from 'node:events';
import { connect } from 'node:net';
import { assert } from 'chai';
import { mediaServer } from '../../adapters/media/media-server.ts';
import { json, type MediaServer } from '../../adapters/media/server.ts';
import { SERVERS } from '../runtime/carrier-runtime.ts';
import { rememberingLog } from '../support/remembering-log.ts';

const UPGRADE = 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ';
const STARTS = ['POST /there HTTP/1.1\r\n', `GET /there HTTP/1.1\r\n${UPGRADE}dGhlIHNhbXBsZSBub25jZQ==\r\n`];

// A proxy and this server that disagree about the length of a body disagree about where the next request begins.
for (const kind of SERVERS)
  describe(`media server on ${kind}`, () => {
    let server: MediaServer;
    let port: number;
    let served: string[];
    beforeEach(async () => {
      served = [];
      const routes = {
        request: async ({ path }: { path: string }) => (served.push(path), json(200, {})),
        socket: () => void served.push('a socket'),
      };
      server = await mediaServer(kind, routes, rememberingLog().log);
      port = await server.listen('127.0.0.1', 0);
    });
    afterEach(() => server.close());

    /** Everything that the server answers to these bytes until it closes the connection. */
    async function answersTo(bytes: string): Promise<string> {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.write(bytes);
      await once(socket, 'close');
      return text;
    }

    for (const [name, lengths] of [
      ['two different lengths', 'Content-Length: 2\r\nContent-Length: 40'],
      ['the same length twice', 'Content-Length: 2\r\nContent-Length: 2'],
      ['a list of lengths', 'Content-Length: 2, 40'],
      ['a length and a transfer encoding', 'Content-Length: 2\r\nTransfer-Encoding: chunked'],
    ] as const)
      it(`answers 400 to a request with ${name}, and serves no request that hides in its body`, async () => {
        for (const start of STARTS) {
          const request = `${start}Host: x\r\n${lengths}\r\n\r\n{}`;
          assert.match(await answersTo(request), /^HTTP\/1\.1 400 /u);
          await answersTo(`${request}GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n`);
        }
        assert.deepEqual(served, []);
      });
  });
