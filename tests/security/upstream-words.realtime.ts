import type { Duplex } from 'node:stream';
import { createServer } from 'node:http';
import { assert } from 'chai';
import { WebSocketServer } from 'ws';
import { network } from '../../adapters/lib/network.ts';
import { addressFields } from '../../domain/providers/hosts.ts';
import { asInCalls, declarations, failuresOf, nameOf, type Place } from './provider-places.ts';
import { localServer } from '../support/local-server.ts';

/** Words of an upstream. They have no digit, so that they look like the name of an error. */
const MARK = 'hunter_pass_phrase';
const WORDS = {
  code: MARK,
  type: MARK,
  status: MARK,
  param: MARK,
  message: `Wrong: ${MARK}`,
  reason: MARK,
  detail: MARK,
};
const TEXT = JSON.stringify({
  ...WORDS,
  error: { ...WORDS, innererror: WORDS },
  errors: [{ ...WORDS, title: MARK }],
  RestException: { Message: MARK, Code: MARK },
  error_message: MARK,
  error_code: MARK,
  message_type: MARK,
  'error-code-label': MARK,
});
/** Error messages of vendor sockets. */
const MESSAGES = [
  TEXT,
  JSON.stringify({ ...WORDS, type: 'error', error: WORDS }),
  JSON.stringify({ ...WORDS, type: 'Error' }),
  JSON.stringify({ ...WORDS, message: 'Error' }),
  JSON.stringify({ ...WORDS, message_type: 'error', error: MARK }),
  JSON.stringify({ ...WORDS, message_type: 'auth_error', error: MARK }),
  JSON.stringify({ ...WORDS, type: 'response.failed', response: { error: WORDS } }),
];

/** A server that refuses every request with these words, or takes a socket and says them there. */
async function refusingServer(status: number, socketSays: string | null) {
  const server = createServer((_request, response) => {
    response.writeHead(status, MARK, { 'content-type': 'application/json', 'x-error': MARK }).end(TEXT);
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket: Duplex, head) => {
    if (socketSays === null)
      return void socket.end(
        `HTTP/1.1 ${status} ${MARK}\r\ncontent-length: ${TEXT.length}\r\nconnection: close\r\n\r\n${TEXT}`,
      );
    sockets.handleUpgrade(request, socket, head, (open) => {
      open.send(socketSays);
      open.close(1008, MARK);
    });
  });
  return localServer(server);
}

/** Every place where a vendor's server can be named, and the place of every carrier's, which the operator can name. */
const places: readonly Place[] = declarations
  .filter(({ provider }) => provider !== 'local')
  .flatMap((declaration) =>
    (declaration.kind === 'telephony' ? ['elsewhere'] : addressFields(declaration)).map((field) => ({
      declaration,
      field,
      form: String,
    })),
  );

/** Every message that users would see for failures at this server, by the setting that named it. */
async function messagesShown(status: number, socketSays: string | null): Promise<Map<string, readonly string[]>> {
  const { url } = await refusingServer(status, socketSays);
  const openers = asInCalls(network({ allowPrivate: true }), url);
  const messages = new Map<string, readonly string[]>();
  for (const place of places) messages.set(nameOf(place), await failuresOf(place, url, openers));
  return messages;
}

const requireSilence = (messages: ReadonlyMap<string, readonly string[]>): void => {
  for (const [name, failures] of messages) assert.notInclude(failures.join('\n').toLowerCase(), 'hunter', name);
};

describe('error text of an upstream', () => {
  for (const status of [400, 401, 403, 500])
    it(`is hidden from users for every provider: ${status}`, async function () {
      const messages = await messagesShown(status, null);
      requireSilence(messages);
      // Without a failure the test would prove nothing.
      const silent = [...messages].filter(([, failures]) => !/answered|refuse/.test(failures.join()));
      assert.deepEqual(silent, []);
      assert.isAbove(messages.size, 40);
    });

  for (const [index, message] of MESSAGES.entries())
    it(`is hidden from users when sent over a socket: form ${index + 1}`, async function () {
      const messages = await messagesShown(400, message);
      requireSilence(messages);
      assert.isAbove([...messages.values()].filter((failures) => failures.length > 0).length, 30);
    });
});
