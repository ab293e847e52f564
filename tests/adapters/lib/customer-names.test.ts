import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { assert } from 'chai';
import { customerNames } from '../../../adapters/lib/customer-names.ts';
import { network } from '../../../adapters/lib/network.ts';
import { atEndOfTest } from '../../support/temporary.ts';

/** A name server that knows these names, by their first label, and is silent about others, or says later that it has failed. */
async function nameServer(known: Readonly<Record<string, string>>, until?: Promise<unknown>): Promise<string> {
  const socket = createSocket('udp4');
  atEndOfTest(() => new Promise<void>((done) => void socket.close(done)));
  socket.on('message', (query, { port, address }) => {
    const label = query.toString('latin1', 13, 13 + (query[12] ?? 0));
    const type = query.readUInt16BE(query.indexOf(0, 12) + 1);
    const found = known[label];
    const question = query.subarray(12, query.indexOf(0, 12) + 5);
    if (found === undefined) {
      const failed = Buffer.from([query[0]!, query[1]!, 0x81, 0x82, 0, 1, 0, 0, 0, 0, 0, 0]);
      return void until?.then(() => socket.send(Buffer.concat([failed, question]), port, address));
    }
    const answers = type === 1 ? 1 : 0;
    const head = Buffer.from([query[0]!, query[1]!, 0x81, 0x80, 0, 1, 0, answers, 0, 0, 0, 0]);
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...found.split('.').map(Number)]);
    socket.send(Buffer.concat([head, question, ...(answers ? [record] : [])]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return `127.0.0.1:${socket.address().port}`;
}

describe('names of customers’ servers', () => {
  const look = (resolve: ReturnType<typeof customerNames>, host: string) =>
    new Promise<string>((done) =>
      resolve(host, { all: true }, (error, found) =>
        done(
          error ? `failed: ${String((error as NodeJS.ErrnoException).code)}` : found.map((one) => one.address).join(),
        ),
      ),
    );

  it('are found while name servers of many others do not answer', async () => {
    let fail = (): void => undefined;
    const servers = [await nameServer({ quick: '203.0.113.7' }, new Promise<void>((done) => (fail = done)))];
    const resolve = customerNames({ servers, timeoutMs: 60_000 });
    const slow = Array.from({ length: 16 }, (_, at) => look(resolve, `slow${at}.example.com`));
    const first = await Promise.race([...slow, look(resolve, 'quick.example.com')]);
    assert.equal(first, '203.0.113.7');
    fail();
    assert.deepEqual(new Set(await Promise.all(slow)), new Set(['failed: ESERVFAIL']));
  });

  it('fail in time when their name servers do not answer', async () => {
    const resolve = customerNames({ servers: [await nameServer({})], timeoutMs: 300 });
    const silent = Array.from({ length: 16 }, (_, at) => look(resolve, `silent${at}.example.com`));
    assert.deepEqual(new Set(await Promise.all(silent)), new Set(['failed: ETIMEOUT']));
  });

  it('are refused with private addresses', async () => {
    const servers = [await nameServer({ inner: '10.0.0.1' })];
    const { guard } = network({ allowPrivate: false, resolve: customerNames({ servers }) });
    const lookup = guard(new URL('https://inner.example.com/'));
    const error = await new Promise((done) => lookup('inner.example.com', { all: true }, done));
    assert.match(String(error), /inner\.example\.com is a private address/);
  });

  it('come from the system for servers of the operator and for this machine', async () => {
    const resolve = customerNames({ localUpstreams: ['http://127.0.0.1:8700'], servers: ['127.0.0.1:9'] });
    assert.equal(await look(resolve, '127.0.0.1'), '127.0.0.1');
    assert.match(await look(resolve, 'localhost'), /127\.0\.0\.1|::1/);
  });
});
