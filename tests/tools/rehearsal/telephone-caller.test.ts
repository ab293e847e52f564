import { assert } from 'chai';
import { Playback } from '../../../adapters/simulator/playback.ts';
import { FRAME_BYTES } from '../../../adapters/simulator/pcmu.ts';
import { decodeMulaw, encodeMulaw } from '../../../domain/audio/mulaw.ts';
import { GaplessFrames } from '../../../tools/rehearsal/gapless-frames.ts';
import { TelephoneCaller } from '../../../tools/rehearsal/telephone-caller.ts';
import { fakeClock } from '../../support/fake-clock.ts';

const FRAME_MS = 20;

/** A caller who has joined a line on which nothing moves but what the test does. */
function calling() {
  const did: string[] = [];
  const received: Int16Array[] = [];
  const clock = fakeClock();
  const playback = new Playback();
  const caller = new TelephoneCaller({
    clock,
    soundOf: async ({ says = '' }) => new Int16Array(says.length * FRAME_BYTES).fill(4_000),
    background: (pcm) => pcm,
  });
  const media = {
    playback,
    press: (key: string) => void did.push(`press ${key}`),
    close: () => void did.push('close'),
    cut: () => void did.push('cut'),
  };
  caller.join({
    media,
    agent: { isBusy: false, hear: (pcm) => void received.push(pcm) },
    report: (by) => void did.push(`report ${by}`),
  });
  return {
    ...{ caller, clock, did, received, playback },
    /** What the carrier sends in these frames: the level of each. */
    sends(frames: number): number[] {
      return Array.from({ length: frames }, () => {
        clock.advance(FRAME_MS);
        const payload = caller.stream.frame();
        return payload === null ? 0 : Math.abs(decodeMulaw(Buffer.from(payload, 'base64'))[0] ?? 0);
      });
    },
    eventNames: () => caller.timeline.events.map(({ name, text }) => (text === null ? name : `${name} ${text}`)),
  };
}

describe('a caller on the telephone', () => {
  it('sends what is said frame by frame, and silence else', async () => {
    const { caller, clock, sends } = calling();
    assert.deepEqual(sends(2), [0, 0]);
    let isDone = false;
    const speaking = caller.speak({ says: 'abc' }).then(() => (isDone = true));
    await clock.advanceAsync(0);
    const levels = sends(2);
    await clock.advanceAsync(0);
    assert.isFalse(isDone);
    levels.push(...sends(2));
    await speaking;
    assert.deepEqual(
      levels.map((level) => level > 3_000),
      [true, true, true, false],
    );
    assert.deepEqual(
      caller.sentSpeech.map(({ at }) => at),
      [40, 60, 80],
    );
  });

  it('presses keys one after the other, unless the call is over', async () => {
    const { caller, clock, did } = calling();
    caller.press('12#');
    await clock.advanceAsync(10);
    assert.deepEqual(did, ['press 1']);
    await clock.advanceAsync(250);
    assert.deepEqual(did, ['press 1', 'press 2']);
    caller.stream.closed();
    await clock.advanceAsync(1_000);
    assert.deepEqual(did, ['press 1', 'press 2', 'report agent']);
  });

  it('hears the agent speak, and can interrupt before it knows the words', () => {
    const { caller, eventNames } = calling();
    caller.agentSpeech.starts();
    caller.agentSpeech.stops();
    caller.agentSpeech.says('Hello?');
    const events = ['connected', 'agent_starts', 'agent_says ', 'agent_stops', 'agent_says Hello?'];
    assert.deepEqual(eventNames(), events);
  });

  it('reports the end once: that of the caller, or that of the agent', () => {
    const left = calling();
    left.caller.hangUp();
    left.caller.stream.closed();
    left.caller.close();
    assert.deepEqual(left.did, ['report caller', 'close']);
    assert.deepEqual(left.eventNames(), ['connected', 'ended caller_left']);
    const ended = calling();
    ended.caller.stream.closed();
    ended.caller.close();
    assert.deepEqual(ended.did, ['report agent']);
    assert.deepEqual(ended.eventNames(), ['connected', 'ended']);
    const cut = calling();
    cut.caller.dropConnection();
    assert.deepEqual(cut.did, ['report caller', 'cut']);
  });
});

describe('frames that were played', () => {
  it('have silence where nothing sounded, whatever the pieces are', () => {
    const playback = new Playback();
    const frames = new GaplessFrames();
    const levels = (nowMs: number): number[] => {
      playback.advance(nowMs);
      return frames.take(playback, nowMs).map(([first = 0]) => (Math.abs(first) > 3_000 ? 1 : 0));
    };
    assert.deepEqual(levels(60), [0, 0, 0]);
    // 50 ms in two pieces, of which neither is a frame.
    playback.write(encodeMulaw(new Int16Array(240).fill(4_000)), 60);
    playback.write(encodeMulaw(new Int16Array(160).fill(4_000)), 60);
    assert.deepEqual(levels(95), [1]);
    assert.deepEqual(levels(160), [1, 1, 0]);
  });
});
