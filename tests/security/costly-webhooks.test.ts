import { assert } from 'chai';
import { plivoSignature } from '../../adapters/lib/plivo-signature.ts';
import { plivoTelephony } from '../../adapters/providers/plivo/telephony.ts';
import { formRequest } from '../adapters/carriers/requests.ts';
import { openCallFixture } from '../application/call-fixture.ts';
import { ADA } from '../application/telephony-fixture.ts';
import { telephoneWorld } from '../application/runtime/telephone-world.ts';
import { refusalOf } from '../support/refusals.ts';

const URL_OF_ANSWER = 'https://voice.example.com/answer?agent_id=a&org_id=o';

describe('what a stranger’s webhook costs', () => {
  it('is ten comparisons of signatures, however many a header has', () => {
    const signed = { method: 'POST', url: URL_OF_ANSWER, form: [], nonce: '1' };
    const signature = plivoSignature('token', signed);
    for (const name of ['x-plivo-signature-v3', 'x-plivo-signature-ma-v3'])
      for (const [before, expected] of [
        [1, 'genuine'],
        [9, 'genuine'],
        [10, 'forged'],
        [5_000, 'forged'],
      ] as const) {
        const headers = { [name]: `${','.repeat(before)}${signature}`, 'x-plivo-signature-v3-nonce': '1' };
        const request = formRequest(URL_OF_ANSWER, {}, headers);
        assert.equal(plivoTelephony.dialect.authenticity(request, { auth_token: 'token' }), expected, `${before}`);
      }
  });

  it('is a short line of the log, however long its URL is', async () => {
    const { runtime, webhook, lines } = telephoneWorld();
    const forged = webhook({ signature: 'forged' });
    const url = `https://voice.example.com/${'x'.repeat(12_000)}/../answer?agent_id=a1&org_id=o1`;
    await refusalOf(runtime.handleStatusCallback({ ...forged, request: { ...forged.request, url } }));
    const [line] = lines.filter(({ event }) => event === 'carrier.webhook_refused');
    assert.equal(line?.['url'], url.slice(0, 300));
  });

  it('leaves the log of a call untouched whose id at the carrier it names for another agent', async () => {
    for (const status of ['ringing', 'completed'] as const) {
      const { calls, ring, ports } = await openCallFixture();
      const { call_id } = await ring('sid-1');
      await calls.update(ADA, call_id, { status });
      const before = await calls.find(ADA, call_id);
      ports.clock.advance(1_000);
      const read = await calls.updateByProviderSid(ADA, 'sid-1', { provider_call_sid: 'sid-1' });
      assert.deepEqual([read, await calls.find(ADA, call_id)], [before, before]);
    }
  });
});
