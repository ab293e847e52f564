import { assert } from 'chai';
import { fakeId } from '../../support/fake-ids.ts';
import { AGENT, webCallWorld } from './web-call-world.ts';

describe('the time limit of an agent', () => {
  it('ends a call at the time limit of its agent, after a warning and last words, and reports why', async () => {
    const world = webCallWorld();
    const limits = {
      max_call_seconds: 60,
      warning: 'Soon over, {{name}}.',
      warning_seconds_before: 20,
      closing: 'Bye.',
    };
    world.agents.set('a1', { ...AGENT, config: { ...AGENT.config, limits } });
    const { clock, instruments, spool } = world;
    const { result } = world.open();
    await clock.advanceAsync(3_000);
    await clock.advanceAsync(36_000);
    assert.deepEqual(instruments.voice.texts, ['Hello stranger!']);
    await clock.advanceAsync(4_000);
    assert.deepEqual(instruments.voice.texts, ['Hello stranger!', 'Soon over, stranger.']);
    await clock.advanceAsync(16_000);
    assert.equal(result.outcome, 'live');
    await clock.advanceAsync(10_000);
    assert.equal(result.outcome, 'over');
    assert.deepEqual(instruments.voice.texts.slice(2), ['Bye.']);
    assert.deepInclude(spool.all.get(fakeId(1))?.outcome, { status: 'completed', end_reason: 'max_duration' });
  });
});
