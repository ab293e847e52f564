import { assert } from 'chai';
import * as fc from 'fast-check';
import { AgentAudio } from '../../../tools/load/agent-audio.ts';

const FRAME_MS = 20;

/** Delays and gaps of frames that arrive at these moments. */
function measured(arrivals: readonly number[]) {
  const delays: number[] = [];
  const gaps: number[] = [];
  const audio = new AgentAudio({ delayed: (ms) => delays.push(ms), gap: (ms) => gaps.push(ms) });
  for (const at of arrivals) audio.arrived(at, FRAME_MS);
  return { delays, gaps, audio };
}

/** Frames at a steady pace, of which those in the lead come at once. */
const paced = (count: number, lead: number): number[] =>
  Array.from({ length: count }, (_, place) => Math.max(0, place - lead) * FRAME_MS);

describe('the audio of an agent', () => {
  it('has no delay and no gap at a steady pace, whatever its lead', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 0, max: 50 }), (count, lead) => {
        const { delays, gaps } = measured(paced(count, lead));
        assert.isTrue(delays.every((delay) => delay === 0));
        assert.isEmpty(gaps);
      }),
    );
  });

  it('has a delayed frame, and no gap while the lead lasts', () => {
    const arrivals = paced(20, 3);
    arrivals[10]! += 45;
    const { delays, gaps } = measured(arrivals);
    assert.equal(delays[10], 45);
    assert.equal(Math.max(...delays.filter((_, place) => place !== 10)), 0);
    assert.isEmpty(gaps);
  });

  it('has a gap when the lead is used up, and only the frame that caused it is delayed', () => {
    const { delays, gaps } = measured(paced(20, 3).map((at, place) => (place < 10 ? at : at + 200)));
    assert.deepEqual(gaps, [140]);
    assert.equal(delays.filter((delay) => delay > 0).length, 1);
    assert.equal(Math.max(...delays), 200);
  });

  it('is another speech after a long pause, and after the caller spoke', () => {
    assert.isEmpty(measured([0, 20, 40, 2_000, 2_020]).gaps);
    const { audio, gaps } = measured([0, 20, 40]);
    audio.restart(100);
    audio.arrived(400, FRAME_MS);
    assert.isEmpty(gaps);
  });

  it('is played after what came before it', () => {
    const { audio } = measured([0, 0, 0, 10]);
    assert.equal(audio.playedUntil, 80);
    audio.restart(30);
    assert.equal(audio.playedUntil, 30);
  });
});
