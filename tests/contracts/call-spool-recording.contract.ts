import { assert } from 'chai';
import type { Contract } from '../support/contract.ts';
import { call, outcome, ramp, wav, type SpoolOverTime } from './call-spool.contract.ts';

/** What a spool promises of recordings. */
export const spooledRecordingContract: Contract<SpoolOverTime> = {
  'gives back a recording as a whole WAV file, its samples in order': async ({ spool }) => {
    const entry = await spool.open(call('a', { sampleRate: 16_000 }));
    for (let turn = 0; turn < 100; turn += 1) entry.appendAudio(ramp(320, turn * 320));
    await entry.finish(outcome);
    assert.deepEqual(await wav(spool, 'a'), { sampleRate: 16_000, channels: 2, samples: ramp(32_000) });
  },

  'leaves skipped samples silent, in their place': async ({ spool }) => {
    const entry = await spool.open(call('a'));
    entry.skipAudio(500_000);
    entry.appendAudio(ramp(2_000, 1));
    entry.skipAudio(1_000);
    await entry.finish(outcome);
    const samples = (await wav(spool, 'a'))!.samples;
    assert.equal(
      samples.findIndex((sample) => sample !== 0),
      1_000_000,
    );
    assert.deepEqual(samples.subarray(1_000_000), ramp(2_000, 1));
  },

  'silences the caller’s side of what was appended, and nothing else': async ({ spool }) => {
    const entry = await spool.open(call('a'));
    for (let part = 0; part < 10; part += 1) entry.appendAudio(ramp(6_000, 1));
    entry.muteCaller(2_000, 25_000);
    entry.appendAudio(ramp(6_000, 1));
    await entry.finish(outcome);
    const { samples } = (await wav(spool, 'a'))!;
    const expected = Int16Array.from({ length: 66_000 }, (_, at) => {
      const isMuted = at % 2 === 0 && at >= 4_000 && at < 50_000;
      return isMuted ? 0 : (at % 6_000) + 1;
    });
    assert.deepEqual(samples, expected);
  },
};
