import { assert } from 'chai';
import { failoverSynthesiser } from '../../../application/runtime/failover-vendors.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { pause, ScriptedSynthesiser, type Delivery } from './fake-vendors.ts';
import { nullVendorMonitor } from './vendor-monitors.ts';
import { scriptedCall } from './scripted-call.ts';

/** A call whose greeting is spoken by these vendors, of which the first is open and the others open this slowly. */
async function greetedBy(vendors: readonly Delivery[][], { opensAfterMs = 0, firstAudioMs = 100 } = {}) {
  const clock = fakeClock();
  const voices = vendors.map((deliveries) => new ScriptedSynthesiser(clock, { deliveries, firstAudioMs }));
  const candidates = voices.map((voice, index) => ({
    provider: `vendor ${index + 1}`,
    async open() {
      if (index > 0) await pause(clock, opensAfterMs);
      return voice;
    },
  }));
  const { service } = await failoverSynthesiser(candidates, clock, nullVendorMonitor);
  const call = scriptedCall({ synthesiser: service }, clock);
  call.run();
  await call.passes(20_000);
  const failures = call.channel.events.flatMap((event) => (event.type === 'stage_failed' ? [event.message] : []));
  return {
    startedAt: call.times('agent_speech_started'),
    failedAt: call.times('stage_failed'),
    failures,
    attempts: voices.map(({ texts }) => texts.length),
  };
}

describe('silent TTS', () => {
  it('is asked once more after 5 s, which wins while the conversation still waits', async () => {
    const { startedAt, failures, attempts } = await greetedBy([['hangs']]);
    assert.deepEqual([startedAt, failures, attempts], [[5_100], [], [2]]);
  });

  it('fails the speech after 5 s of a second silence, before the conversation ends the call', async () => {
    const { startedAt, failedAt, failures, attempts } = await greetedBy([['hangs', 'hangs']]);
    assert.deepEqual([startedAt, failedAt, attempts], [[], [10_000], [2]]);
    assert.deepEqual(failures, ['vendor 1 took too long to answer']);
  });

  it('is replaced by its fallback after 4 s', async () => {
    const { startedAt, failures, attempts } = await greetedBy([['hangs'], []]);
    assert.deepEqual([startedAt, failures, attempts], [[4_100], [], [1, 1]]);
  });

  it('is replaced in time by a fallback that takes as long as it may to open and to speak', async () => {
    const { startedAt, failures, attempts } = await greetedBy([['hangs'], []], {
      opensAfterMs: 4_990,
      firstAudioMs: 3_990,
    });
    assert.deepEqual([startedAt, failures, attempts], [[12_980], [], [1, 1]]);
  });

  it('fails the speech after 4 s of a silent fallback', async () => {
    const { failedAt, failures, attempts } = await greetedBy([['hangs'], ['hangs']]);
    assert.deepEqual([failedAt, attempts], [[8_000], [1, 1]]);
    assert.deepEqual(failures, ['vendor 2 took too long to answer']);
  });

  it('fails the speech after 5 s of silence within it', async () => {
    const { startedAt, failedAt, attempts } = await greetedBy([[{ afterMs: 300, ends: 'hangs' }]]);
    assert.deepEqual([startedAt, failedAt, attempts], [[100], [5_100], [1]]);
  });
});
