import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { assert } from 'chai';
import { dnsRecords } from '../../adapters/domain-records/dns.ts';
import { atEndOfTest } from '../support/temporary.ts';

/** Text, or the code of an answer without records. Names that are not listed get no answer. */
type Zone = Readonly<Record<string, readonly (readonly string[])[] | number>>;

/** A name server for TXT records by the first label of their name. */
async function nameServer(zone: Zone): Promise<string> {
  const socket = createSocket('udp4');
  atEndOfTest(() => new Promise<void>((done) => void socket.close(done)));
  socket.on('message', (query, { port, address }) => {
    const found = zone[query.toString('latin1', 13, 13 + (query[12] ?? 0))];
    if (found === undefined) return;
    const [code, records] = typeof found === 'number' ? [found, []] : [0, found];
    const head = Buffer.from([query[0]!, query[1]!, 0x81, 0x80 | code, 0, 1, 0, records.length, 0, 0, 0, 0]);
    const question = query.subarray(12, query.indexOf(0, 12) + 5);
    socket.send(Buffer.concat([head, question, ...records.map(txtRecord)]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return `127.0.0.1:${socket.address().port}`;
}

function txtRecord(parts: readonly string[]): Buffer {
  const data = Buffer.concat(parts.flatMap((part) => [Buffer.from([part.length]), Buffer.from(part)]));
  return Buffer.concat([Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, data.length]), data]);
}

describe('records of a domain by DNS', () => {
  const NO_SUCH_NAME = 3;
  const FAILED = 2;

  it('are all texts of a name, whole, and none where the name does not exist or has none', async () => {
    const servers = [await nameServer({ proof: [['one'], ['tw', 'o']], missing: NO_SUCH_NAME, bare: [] })];
    const { texts } = dnsRecords({ servers });
    assert.sameMembers([...(await texts('proof.acme.example'))], ['one', 'two']);
    assert.deepEqual(await texts('missing.acme.example'), []);
    assert.deepEqual(await texts('bare.acme.example'), []);
  });

  it('are not known when the name server fails, or does not answer in time', async () => {
    const { texts } = dnsRecords({ servers: [await nameServer({ broken: FAILED })], timeoutMs: 100 });
    for (const name of ['broken.acme.example', 'silent.acme.example']) {
      const error = await texts(name).then(
        () => null,
        (thrown: Error & { problem?: string }) => thrown,
      );
      assert.equal(error?.problem, 'unavailable', name);
    }
  });
});
