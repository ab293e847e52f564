import { assert } from 'chai';
import { Playout } from '../../../application/runtime/playout.ts';
import { Ringback } from '../../../application/runtime/ringback.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { FakeChannel, tone } from './fake-channel.ts';

const RATE = 16_000;
const BERLIN = '+4930123456';

function open() {
  const clock = fakeClock();
  const channel = new FakeChannel(clock, { sendAheadMs: 60, outputRate: RATE });
  const playout = new Playout(channel, { agent: () => undefined, cut: () => undefined });
  const ringback = new Ringback({ playout, outputRate: RATE, now: () => clock.monotonic() });
  return {
    ...{ clock, channel, playout, ringback },
    passes: (ms: number) => {
      for (let passed = 0; passed < ms; passed += 10) {
        clock.advance(10);
        playout.pump(clock.monotonic());
      }
    },
    /** When rings begin to sound, in whole seconds. */
    seconds: () => {
      const sounds = channel.frames.filter(({ pcm }) => pcm.some((sample) => sample !== 0));
      const starts = sounds.filter(({ at }, index) => index === 0 || at - (sounds[index - 1]?.at ?? 0) > 100);
      return starts.map(({ at }) => Math.round((at + 60) / 1_000));
    },
  };
}

describe('Ringback', () => {
  it('rings again and again, until it ends', () => {
    const { ringback, passes, seconds, playout } = open();
    ringback.ring(BERLIN);
    passes(14_000);
    assert.deepEqual(seconds(), [0, 5, 10]);
    ringback.ring(null);
    assert.equal(playout.waitingMs, 0);
    passes(10_000);
    assert.deepEqual(seconds(), [0, 5, 10]);
  });

  it('gives way to the words of the agent at once, and rings after them', () => {
    const { ringback, passes, playout, clock, channel, seconds } = open();
    ringback.ring(BERLIN);
    passes(500);
    ringback.agentSpeaks(true);
    const owner = { onSent: () => undefined, onPlayed: () => undefined };
    const before = channel.frames.length;
    playout.add([{ pcm: tone(20, 7), owner }], clock.monotonic());
    assert.equal(channel.frames.at(before)?.pcm[0], 7, 'no tone is sent before the words');
    passes(2_500);
    assert.deepEqual(seconds(), [0], 'silence besides the words');
    ringback.agentSpeaks(false);
    passes(1_000);
    assert.deepEqual(seconds(), [0, 3]);
  });

  it('is silent during the words of the agent and after the ringing', () => {
    const { ringback, passes, channel } = open();
    ringback.agentSpeaks(true);
    ringback.ring(BERLIN);
    passes(1_000);
    ringback.ring(null);
    ringback.agentSpeaks(false);
    passes(1_000);
    assert.deepEqual(channel.frames, []);
  });

  it('plays nothing after it was closed', () => {
    const { ringback, passes, seconds } = open();
    ringback.ring(BERLIN);
    passes(200);
    ringback.close();
    passes(20_000);
    assert.deepEqual(seconds(), [0]);
  });
});
