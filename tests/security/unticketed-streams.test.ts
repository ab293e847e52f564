import { assert } from 'chai';
import { WebSocket } from 'ws';
import { UnticketedStreams } from '../../adapters/media/unticketed-streams.ts';
import { carrierRuntime, SERVERS, type CarrierRuntime } from '../runtime/carrier-runtime.ts';
import { SIDES } from '../runtime/carrier-sides.ts';
import { fakeClock } from '../support/fake-clock.ts';

function openStreams(clientsMax = 100) {
  const clock = fakeClock();
  const streams = new UnticketedStreams(clock, clientsMax);
  let calls = 0;
  /** Fails an attempt of this network to open another call. Returns whether it was let through. */
  const fails = (network: string | null): boolean => {
    const attempt = streams.begin(network, `call-${(calls += 1)}`);
    if ('refusal' in attempt) return false;
    attempt.ended();
    return true;
  };
  return { clock, streams, fails };
}

describe('carrier sockets without a ticket', () => {
  it('are limited per network to 30 attempts at once and 30 a minute until one is admitted', () => {
    const { clock, fails } = openStreams();
    for (let nth = 0; nth < 30; nth += 1) assert.isTrue(fails('a'));
    assert.isFalse(fails('a'));
    assert.isTrue(fails('b'));
    clock.advance(2_000);
    assert.deepEqual([fails('a'), fails('a')], [true, false]);
  });

  it('are not limited for an hour for a network whose call was admitted, nor on this machine', () => {
    const { clock, streams, fails } = openStreams();
    const attempt = streams.begin('a', 'genuine');
    assert.property(attempt, 'admitted');
    if ('admitted' in attempt) attempt.admitted();
    for (const network of ['a', null]) for (let nth = 0; nth < 100; nth += 1) assert.isTrue(fails(network));
    clock.advance(3_600_000);
    for (let nth = 0; nth < 30; nth += 1) assert.isTrue(fails('a'));
    assert.isFalse(fails('a'));
  });

  it('are open once at a time for each call', () => {
    const { streams } = openStreams();
    const first = streams.begin(null, 'call');
    assert.deepInclude(streams.begin(null, 'call'), { refusal: 'The media stream of this call is open already' });
    if ('ended' in first) first.ended();
    assert.property(streams.begin(null, 'call'), 'ended');
  });

  it('are counted in bounded memory', () => {
    const { streams, fails } = openStreams();
    for (let nth = 0; nth < 1_000; nth += 1) fails(`network ${nth}`);
    assert.equal(streams.size, 100);
  });

  for (const kind of SERVERS)
    describe(`on a ${kind} server`, () => {
      let runtime: CarrierRuntime;

      /** Opens Exotel's socket of this call; resolves with what it is closed with. */
      const closing = async (path: string, address: string): Promise<string> => {
        const headers = { 'x-forwarded-for': address };
        const socket = new WebSocket(`ws://127.0.0.1:${runtime.port}/carrier/exotel/${path}`, { headers });
        socket.on('open', () => {
          for (const message of SIDES['exotel']!.start) socket.send(JSON.stringify(message));
        });
        return new Promise((resolve) =>
          socket.on('close', (code, reason) => resolve(`${code} ${String(reason)}`)).on('error', () => undefined),
        );
      };

      it('are closed with 4429 beyond the limit of their address, which is logged once', async () => {
        runtime = await carrierRuntime({ kind, env: { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' } });
        const answers = await Promise.all(
          Array.from({ length: 35 }, (_, nth) => closing(`o1/exotel/unknown-${nth}`, '203.0.113.9')),
        );
        const limited = answers.filter((answer) => answer.startsWith('4429 At most 30 attempts'));
        assert.isAtLeast(limited.length, 4);
        assert.lengthOf(
          runtime.lines.filter(({ event }) => event === 'media.address_limited'),
          1,
        );
        assert.equal(await closing('o1/exotel/unknown', '203.0.113.10'), '4404 Call not found');
      });

      it('are closed with 4404 for ids that no call has, without an API request', async () => {
        runtime = await carrierRuntime({ kind });
        const reads = runtime.reads.length;
        for (const path of ['o1/exotel/%00', `o1/exotel/${'a'.repeat(101)}`, 'o1/a.b/c', 'o%201/exotel/c'])
          assert.equal(await closing(path, '203.0.113.9'), '4404 Call not found', path);
        assert.lengthOf(runtime.reads, reads);
      });
    });
});
