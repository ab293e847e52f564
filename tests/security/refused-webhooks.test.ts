import { assert } from 'chai';
import { RefusedWebhooks } from '../../adapters/media/refused-webhooks.ts';
import { carrierRuntime, SERVERS, type CarrierRuntime } from '../runtime/carrier-runtime.ts';
import { fakeClock } from '../support/fake-clock.ts';

describe('refused webhooks', () => {
  it('are 20 in one go and one a second from one address for one organisation', () => {
    const clock = fakeClock();
    const refused = new RefusedWebhooks(clock);
    for (let nth = 0; nth < 20; nth += 1) refused.record('a', 'o1');
    assert.deepEqual(
      [refused.isOver('a', 'o1'), refused.isOver('a', 'o2'), refused.isOver('b', 'o1')],
      [true, false, false],
    );
    clock.advance(1_000);
    assert.isFalse(refused.isOver('a', 'o1'));
    refused.record('a', 'o1');
    assert.isTrue(refused.isOver('a', 'o1'));
  });

  it('are counted in bounded memory, and senders are forgotten that send no more', () => {
    const clock = fakeClock();
    const refused = new RefusedWebhooks(clock, 100);
    for (let nth = 0; nth < 10_000; nth += 1) refused.record(`network ${nth}`, 'o'.repeat(100_000));
    assert.equal(refused.size, 100);
    clock.advance(60_000);
    refused.record('late', 'o1');
    assert.equal(refused.size, 1);
  });

  for (const kind of SERVERS)
    describe(`on a ${kind} server`, () => {
      let runtime: CarrierRuntime;
      afterEach(() => runtime.server.close());

      const statusOf = async (address: string, signature: string, orgId = 'o1'): Promise<number> => {
        const url = `http://127.0.0.1:${runtime.port}/answer?agent_id=plivo&org_id=${orgId}`;
        const headers = { 'x-forwarded-for': address, 'x-signature': signature };
        const body = JSON.stringify({ call: { sid: crypto.randomUUID(), from: '1', to: '2', answerer: null } });
        return (await fetch(url, { method: 'POST', headers, body })).status;
      };

      it('are answered with 429 unseen, while other addresses and organisations are served', async () => {
        runtime = await carrierRuntime({ kind, trustedProxies: ['loopback'] });
        for (let nth = 0; nth < 20; nth += 1) assert.equal(await statusOf('203.0.113.9', 'forged'), 403);
        const questions = runtime.lines.length;
        assert.equal(await statusOf('203.0.113.9', 'forged'), 429);
        assert.lengthOf(runtime.lines, questions, 'nothing was asked or logged');
        assert.equal(await statusOf('203.0.113.9', 'forged', 'o2'), 404);
        assert.equal(await statusOf('203.0.113.10', 'genuine'), 200);
      });
    });
});
