import { assert } from 'chai';
import { parseAgentConfig } from '../../../domain/agents/config.ts';
import { known, least, reasons } from '../../domain/agents/known-providers.ts';
import { fakeId } from '../../support/fake-ids.ts';
import { tone } from '../../support/fake-channel.ts';
import { AGENT, webCallWorld } from './web-call-world.ts';

/** A call with a greeting and audio of the caller, and what is left of it. */
async function callWith(recording?: { readonly mode: 'on' | 'off' }) {
  const world = webCallWorld();
  const config = { ...AGENT.config, ...(recording && { recording }) };
  world.agents.set('a1', { ...AGENT, config });
  const { channel } = world.open();
  await world.clock.advanceAsync(1_000);
  channel.listener?.audio(tone(20, 1_000, 16_000));
  await world.clock.advanceAsync(3_000);
  channel.leaves();
  await world.clock.advanceAsync(100);
  return { patches: world.patches, kept: world.spool.all.get(fakeId(1))! };
}

describe('the recording of a call', () => {
  it('is kept by default, and with the mode on', async () => {
    for (const recording of [undefined, { mode: 'on' as const }]) {
      const { kept, patches } = await callWith(recording);
      assert.isNotEmpty(kept.stereo);
      assert.include(patches, '1 recording_url,transcript_url ');
    }
  });

  it('is not kept with the mode off: no audio reaches the disk, while transcript and outcome do', async () => {
    const { kept, patches } = await callWith({ mode: 'off' });
    assert.isEmpty(kept.stereo);
    assert.include(kept.transcript, 'Hello stranger!');
    assert.equal(kept.outcome?.status, 'completed');
    assert.deepEqual(patches.slice(1), ['1 transcript_url ', '1 completed answered']);
  });

  it('has a mode that is known, in a section of its own', () => {
    const parse = (recording: unknown) => parseAgentConfig({ ...least(), recording }, known);
    assert.deepEqual(parse({ mode: 'off' }).recording, { mode: 'off' });
    assert.notProperty(parse(null), 'recording');
    const refusals: readonly (readonly [unknown, string])[] = [
      [{}, 'recording.mode is required'],
      [{ mode: 'maybe' }, 'recording.mode must be one of on, off'],
      [{ mode: 'on', modus: 1 }, 'recording.modus is unknown: use one of mode'],
    ];
    for (const [recording, reason] of refusals)
      assert.deepEqual(
        reasons(() => parse(recording)),
        [reason],
      );
  });
});
