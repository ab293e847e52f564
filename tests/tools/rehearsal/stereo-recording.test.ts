import { assert } from 'chai';
import { stereoRecording, type PlacedAudio } from '../../../tools/rehearsal/stereo-recording.ts';

const HEADER = 44;
const audio = (at: number, ms: number, level: number, sampleRate = 16_000): PlacedAudio => ({
  ...{ at, sampleRate },
  pcm: new Int16Array((ms * sampleRate) / 1_000).fill(level),
});

/** The levels of both sides, one for each 10 ms. */
function levels(file: Uint8Array): string[] {
  const samples = new Int16Array(file.slice(HEADER).buffer);
  const at = (ms: number, side: number): number => samples[2 * ms * 16 + side] ?? -1;
  return Array.from({ length: samples.length / 320 }, (_, place) => `${at(place * 10, 0)} ${at(place * 10, 1)}`);
}

describe('the recording of a rehearsed call', () => {
  it('has the caller left and the agent right, where they were said', () => {
    const sides = { caller: [audio(1_020, 10, 5)], agent: [audio(1_000, 20, 7)] };
    const file = stereoRecording(sides, { from: 1_000, to: 1_040, cuts: [] });
    assert.equal(new TextDecoder().decode(file.slice(0, 4)), 'RIFF');
    assert.deepEqual(levels(file), ['0 7', '0 7', '5 0', '0 0']);
  });

  it('plays audio of the agent that arrives early one after the other, at its own rate', () => {
    const agent = [audio(0, 20, 1, 8_000), audio(1, 20, 2, 8_000), audio(50, 10, 3, 8_000)];
    assert.deepEqual(levels(stereoRecording({ caller: [], agent }, { from: 0, to: 60, cuts: [] })), [
      ...['0 1', '0 1', '0 2', '0 2', '0 0', '0 3'],
    ]);
  });

  it('drops what was not played yet when the agent is silenced', () => {
    const agent = [audio(0, 30, 1), audio(1, 30, 2), audio(20, 20, 3)];
    assert.deepEqual(levels(stereoRecording({ caller: [], agent }, { from: 0, to: 50, cuts: [10] })), [
      ...['0 1', '0 0', '0 3', '0 3', '0 0'],
    ]);
  });
});
