import { assert } from 'chai';
import { ended, LEG, started, TURNED_AWAY } from './transfer-webhook-world.ts';

const KEY = { ...LEG, key: '1' };
const CONFIRM = { key: '1', say: 'Press 1.', timeout_secs: 8 };

describe('answerTransfer, before a person has confirmed', () => {
  it('asks twice for the key before anything else, then hangs up', async () => {
    const world = await started({ mode: 'warm', brief: 'A guest.', confirm: CONFIRM });
    const prompt = (step: string) =>
      new RegExp(
        `^ask Press 1\\. in de, wait 8 s, then https://voice\\.example/transfer\\?.*&leg=target&step=${step}$`,
      );
    assert.match(await world.answer({ language: 'de' }), prompt('prompted'));
    assert.deepInclude(world.transfer(), { provider_call_sid: 'leg-1', confirmed_at: null, ready_at: null });
    assert.match(await world.answer({ language: 'de', step: 'prompted' }), prompt('prompted_again'));
    assert.equal(await world.answer({ leg: 'caller' }), TURNED_AWAY, 'the person has not confirmed');
    assert.equal(await world.answer({ step: 'prompted_again' }, { ...LEG, key: '2' }), TURNED_AWAY);
    assert.deepInclude(world.transfer(), { result: 'not_confirmed', confirmed_at: null });
    assert.equal(await world.answer({ step: 'prompted_again' }, KEY), TURNED_AWAY, 'the key comes too late');
  });

  for (const step of ['prompted', 'prompted_again'] as const)
    it(`briefs and connects a person who has pressed the key at the step ${step}`, async () => {
      const world = await started({ mode: 'warm', brief: 'A guest.', confirm: CONFIRM });
      await world.answer();
      for (const _ of ['pressed', 'repeated']) {
        assert.match(await world.answer({ step }, KEY), /^say A guest\. .*&step=briefed$/);
        world.clock.advance(1_000);
      }
      assert.deepInclude(world.transfer(), { confirmed_at: '2026-03-02T09:00:00.000Z', ready_at: null });
      assert.equal(await world.answer({ step: 'briefed' }), world.conference);
      assert.equal(await world.answer({ leg: 'caller' }), world.conference);
      assert.equal(world.transfer().result, 'answered');
    });

  it('gives the brief to no one who has skipped the key', async () => {
    const world = await started({ mode: 'warm', brief: 'A guest.', confirm: CONFIRM });
    assert.match(await world.answer({ step: 'briefed' }), /^ask Press 1\./);
    assert.isNull(world.transfer().ready_at);
  });
});

describe('handleTransferStatus, before a person has confirmed', () => {
  it('records not_confirmed for a person who hangs up before the key, and failed after it', async () => {
    for (const isPressed of [false, true]) {
      const world = await started({ mode: 'warm', brief: 'A guest.', confirm: CONFIRM });
      await world.answer();
      if (isPressed) await world.answer({ step: 'prompted' }, KEY);
      await world.report(ended());
      assert.equal(world.transfer().result, isPressed ? 'failed' : 'not_confirmed');
    }
  });
});
