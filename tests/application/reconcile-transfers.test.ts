import { assert } from 'chai';
import { CALLEE, openCallFixture, type CallFixture } from './call-fixture.ts';
import { ADA, BOT } from './telephony-fixture.ts';

describe('reconcileCalls with transfers', () => {
  let fixture: CallFixture;
  beforeEach(async () => (fixture = await openCallFixture()));

  it('hangs up the target of a transfer whose runtime was killed, and keeps its result', async () => {
    for (const [result, hungUp] of [
      [undefined, true],
      ['answered', false],
      ['busy', false],
    ] as const) {
      const { call_id } = await fixture.call();
      await fixture.calls.claim(ADA, call_id, 'killed');
      const begins = { run: 1, target: 'desk', to: CALLEE, mode: 'cold' } as const;
      const transfer = { ...begins, provider_call_sid: `leg of ${call_id}`, ...(result && { result }) };
      await fixture.calls.update(BOT, call_id, { transfer });
      for (let passed = 0; passed < 60; passed += 5) {
        fixture.ports.clock.advance(5_000);
        await fixture.calls.reconcile();
      }
      const [kept] = (await fixture.calls.find(ADA, call_id)).transfers ?? [];
      assert.equal(kept?.result, result ?? 'canceled');
      const hangUps = fixture.carrier.requests.filter((request) => request === `hangUp leg of ${call_id}`);
      assert.lengthOf(hangUps, hungUp ? 1 : 0, result);
    }
  });
});
