import { assert } from 'chai';
import fc from 'fast-check';
import { AmbientSound } from '../../../domain/audio/ambient-sound.ts';
import { Playout } from '../../../application/runtime/playout.ts';
import type { FrameOwner } from '../../../application/runtime/speech-frame.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { SILENCE_DB } from '../../../domain/audio/level.ts';
import { FakeChannel, tone } from './fake-channel.ts';

/** A playout on a channel with this lead. Frames differ in their level. */
function open(sendAheadMs: number, ambient: AmbientSound | null = null, messageMs = 20) {
  const clock = fakeClock();
  const channel = new FakeChannel(clock, { sendAheadMs, messageMs });
  const recorded: string[] = [];
  const tap = {
    agent: (pcm: Int16Array, at: number) => void recorded.push(`${pcm[0]}@${at}`),
    cut: (at: number) => void recorded.push(`cut@${at}`),
  };
  const playout = new Playout(channel, tap, ambient);
  const owner = (): FrameOwner & { writes: number; plays: number } => ({
    writes: 0,
    plays: 0,
    onSent() {
      this.writes += 1;
    },
    onPlayed() {
      this.plays += 1;
    },
  });
  return {
    ...{ clock, channel, playout, recorded, owner },
    add: (count: number, by: FrameOwner, first = 1) =>
      playout.add(
        Array.from({ length: count }, (_, index) => ({ pcm: tone(20, first + index), owner: by })),
        clock.monotonic(),
      ),
    /** So much time in beats of 10 ms. */
    beats: (ms: number) => {
      for (let passed = 0; passed < ms; passed += 10) {
        clock.advance(10);
        playout.pump(clock.monotonic());
      }
    },
    /** Every frame that was sent: its level and when. */
    sent: () => channel.frames.map(({ at, pcm }) => `${pcm[0]}@${at}`),
    /** The levels that were sent. */
    levels: () => channel.frames.map(({ pcm }) => pcm[0] ?? 0),
  };
}

describe('Playout', () => {
  it('sends its lead at once, then frame by frame', () => {
    const { add, owner, beats, sent, recorded, playout } = open(60);
    const speech = owner();
    add(6, speech);
    assert.deepEqual(sent(), ['1@0', '2@0', '3@0']);
    assert.equal(playout.waitingMs, 60);
    beats(60);
    assert.deepEqual(sent().slice(3), ['4@20', '5@40', '6@60']);
    assert.deepEqual(recorded, ['1@0', '2@20', '3@40', '4@60', '5@80', '6@100']);
    assert.deepEqual([speech.writes, speech.plays], [6, 3]);
    beats(60);
    assert.equal(speech.plays, 6);
  });

  for (const sendAheadMs of [0, 20, 50, 60, 200])
    it(`stays within ${sendAheadMs} ms of real time or one frame`, () => {
      const { add, owner, beats, channel, clock } = open(sendAheadMs);
      const speech = owner();
      add(50, speech);
      for (let tick = 0; tick < 150; tick += 1) {
        const aheadMs = channel.frames.length * 20 - clock.monotonic();
        assert.isAtMost(aheadMs, Math.max(sendAheadMs, 20));
        beats(10);
      }
      assert.equal(speech.plays, 50);
    });

  it('sends as many frames in a message as the channel takes, when less than the lead is sent', () => {
    const { add, owner, beats, channel, recorded } = open(60, null, 60);
    const speech = owner();
    add(8, speech);
    beats(200);
    const messages = channel.frames.map(({ at, pcm }) => `${pcm[0]} to ${pcm.at(-1)} @${at}`);
    assert.deepEqual(messages, ['1 to 3 @0', '4 to 6 @20', '7 to 8 @80']);
    assert.deepEqual(recorded, ['1@0', '2@20', '3@40', '4@60', '5@80', '6@100', '7@120', '8@140']);
    assert.deepEqual([speech.writes, speech.plays], [8, 8]);
  });

  it('sends late frames and its lead at once after a stall', () => {
    const { add, owner, beats, sent, clock, playout, recorded } = open(60);
    add(8, owner());
    beats(20);
    clock.advance(500);
    playout.pump(clock.monotonic());
    assert.deepEqual(sent().slice(4), ['5@520', '6@520', '7@520']);
    assert.deepEqual(recorded.slice(4), ['5@520', '6@540', '7@560']);
  });

  it('starts on time after silence', () => {
    const { add, owner, beats, sent } = open(60);
    add(1, owner());
    beats(1_000);
    add(1, owner(), 2);
    assert.deepEqual(sent(), ['1@0', '2@1000']);
  });

  it('takes unplayed frames back on pause and sends them again on resume', () => {
    const { add, owner, beats, sent, levels, recorded, channel, clock, playout } = open(60);
    const speech = owner();
    add(6, speech);
    beats(30);
    playout.pause(clock.monotonic());
    assert.deepEqual(channel.clears, [30]);
    assert.equal(recorded.at(-1), 'cut@30');
    beats(500);
    assert.deepEqual(levels(), [1, 2, 3, 4], 'nothing goes out while it is held');
    playout.resume(clock.monotonic());
    assert.deepEqual(sent().slice(4), ['2@530', '3@530', '4@530'], 'the frame that was playing is played again, whole');
    beats(200);
    assert.deepEqual(levels().slice(4), [2, 3, 4, 5, 6]);
    assert.equal(speech.plays, 6, 'each frame is played once');
  });

  it('counts frames played until a pause and resumes at once', () => {
    const { add, owner, clock, levels, playout, sent } = open(60);
    const speech = owner();
    add(6, speech);
    clock.advance(50);
    playout.pause(clock.monotonic());
    assert.equal(speech.plays, 2);
    playout.resume(clock.monotonic());
    assert.deepEqual(levels(), [1, 2, 3, 3, 4, 5]);
    assert.deepEqual(sent().slice(3), ['3@50', '4@50', '5@50']);
  });

  it('keeps frames added during a pause, and clears nothing if nothing is in transit', () => {
    const { add, owner, beats, levels, channel, clock, playout } = open(60);
    playout.pause(clock.monotonic());
    add(2, owner());
    beats(100);
    assert.deepEqual([levels(), channel.clears], [[], []]);
    playout.resume(clock.monotonic());
    assert.deepEqual(levels(), [1, 2]);
  });

  it('discards all frames of one speech, sent or not, and no others', () => {
    const { add, owner, beats, levels, channel, clock, playout } = open(60);
    const [one, other] = [owner(), owner()];
    add(4, one);
    add(2, other, 11);
    beats(30);
    playout.drop(new Set([one]), clock.monotonic());
    assert.deepEqual(channel.clears, [30]);
    assert.deepEqual(levels().slice(4), [11, 12], 'the other continues at once');
    beats(100);
    assert.deepEqual(levels(), [1, 2, 3, 4, 11, 12]);
    assert.deepEqual([one.plays, other.plays, playout.waitingMs], [1, 2, 0]);
  });

  it('discards waiting frames without affecting sent ones', () => {
    const { add, owner, beats, levels, channel, clock, playout } = open(40);
    const [one, other] = [owner(), owner()];
    add(2, one);
    add(2, other, 11);
    playout.drop(new Set([other]), clock.monotonic());
    beats(100);
    assert.deepEqual([levels(), channel.clears, one.plays, other.plays], [[1, 2], [], 2, 0]);
  });

  it('clears nothing if the speech was played', () => {
    const { add, owner, channel, clock, playout } = open(60);
    const speech = owner();
    add(1, speech);
    clock.advance(20);
    playout.drop(new Set([speech]), clock.monotonic());
    assert.deepEqual([channel.clears, speech.plays], [[], 1]);
  });

  it('lets an owner add frames while a frame is reported', () => {
    const { owner, beats, levels, clock, playout } = open(20);
    const second = owner();
    const first: FrameOwner = {
      onSent: () => undefined,
      onPlayed: () => playout.add([{ pcm: tone(20, 2), owner: second }], clock.monotonic()),
    };
    playout.add([{ pcm: tone(20, 1), owner: first }], 0);
    beats(60);
    assert.deepEqual([levels(), second.plays], [[1, 2], 1]);
  });

  it('plays each frame once and in order through pauses and stalls', () => {
    const moves = fc.array(fc.constantFrom('hold', 'resume', 'beat', 'beat', 'stall', 'add'), { maxLength: 120 });
    fc.assert(
      fc.property(moves, fc.constantFrom(20, 60, 150), (all, sendAheadMs) => {
        const { add, beats, clock, playout, levels, channel } = open(sendAheadMs);
        const played: number[] = [];
        let added = 0;
        const owner = (level: number) => ({ onSent: () => undefined, onPlayed: () => void played.push(level) });
        for (const move of [...all, 'resume']) {
          if (move === 'hold') playout.pause(clock.monotonic());
          if (move === 'resume') playout.resume(clock.monotonic());
          if (move === 'stall') clock.advance(137);
          if (move === 'add') add(1, owner((added += 1)), added);
          beats(10);
        }
        beats(added * 20 + 200);
        assert.deepEqual(
          played,
          Array.from({ length: added }, (_, index) => index + 1),
        );
        for (const [index, level] of levels().entries())
          if (index > 0 && level <= (levels()[index - 1] ?? 0)) assert.isNotEmpty(channel.clears);
      }),
      { numRuns: 200 },
    );
  });

  describe('with ambient sound', () => {
    const ambience = () => new AmbientSound(Float32Array.of(1), { levelDb: -60, frame: 320 });

    it('sends it from the first frame on, under the frames and between them, no further ahead than one frame and a tick', () => {
      const { add, owner, beats, sent, recorded, playout, clock } = open(60, ambience());
      beats(40);
      assert.deepEqual(sent(), []);
      add(2, owner());
      beats(60);
      assert.deepEqual(sent(), ['33@40', '34@40', '32@70', '32@90']);
      assert.deepEqual(recorded, ['1@40', '2@60']);
      assert.equal(playout.levels.loudest(90, 140), SILENCE_DB);
      clock.advance(500);
      playout.pump(clock.monotonic());
      assert.deepEqual(sent().slice(4), ['32@600']);
    });

    it('starts speech after the ambient sound that was sent, and continues while speech is paused', () => {
      const { add, owner, beats, sent, recorded, playout, clock } = open(60, ambience());
      add(1, owner());
      beats(30);
      add(5, owner(), 7);
      assert.equal(recorded.at(1), '7@60');
      playout.pause(clock.monotonic());
      beats(40);
      assert.deepEqual(recorded.slice(-1), ['cut@30']);
      assert.deepEqual(sent().slice(-3), ['32@40', '32@50', '32@70']);
      playout.resume(clock.monotonic());
      assert.equal(
        recorded.findLast((frame) => frame.startsWith('7')),
        '7@100',
      );
    });
  });
});
