import { assert } from 'chai';
import { carrierRuntime, SERVERS, type CarrierRuntime } from '../runtime/carrier-runtime.ts';

// A forger with an account at the same carrier has the carrier's signatures and addresses, but not the right secret.
describe('forged webhooks', () => {
  for (const kind of SERVERS)
    describe(`on a ${kind} server`, () => {
      let runtime: CarrierRuntime;

      it('do not keep a genuine one from the same address out', async () => {
        runtime = await carrierRuntime({ kind, env: { TRUST_PROXY: 'loopback' } });
        const statusOf = async (signature: string): Promise<number> => {
          const headers = { 'x-forwarded-for': '203.0.113.9', 'x-signature': signature };
          const body = JSON.stringify({ call: { sid: crypto.randomUUID(), from: '1', to: '2', answerer: null } });
          const url = `${runtime.url}/answer?agent_id=plivo&org_id=o1`;
          return (await fetch(url, { method: 'POST', headers, body })).status;
        };
        for (let nth = 0; nth < 50; nth += 1) assert.equal(await statusOf('forged'), 403);
        assert.equal(await statusOf('genuine'), 200);
      });
    });
});
