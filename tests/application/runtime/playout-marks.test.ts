import { assert } from 'chai';
import fc from 'fast-check';
import { Playout } from '../../../application/runtime/playout.ts';
import type { FrameOwner } from '../../../application/runtime/speech-frame.ts';
import { FakeChannel, tone } from './fake-channel.ts';
import { fakeClock } from '../../support/fake-clock.ts';

interface Peer {
  readonly sendAheadMs?: number;
  /** From a mark's position being played until its report. Null: no report. */
  readonly reportsAfterMs?: number | null;
  /** Whether cleared marks are reported as well, as by most carriers. */
  readonly reportsCleared?: boolean;
}

/** A playout on a line to a peer that plays what it gets in real time, and tells the marks it comes by. */
function open({ sendAheadMs = 200, reportsAfterMs = 40, reportsCleared = true }: Peer = {}) {
  const clock = fakeClock();
  const channel = new FakeChannel(clock, { sendAheadMs, reportsPlayout: true });
  const recorded: string[] = [];
  const playout = new Playout(channel, {
    agent: (pcm, at) => recorded.push(`${pcm[0]}@${at}`),
    cut: (at) => recorded.push(`cut@${at}`),
  });
  const received: number[] = [];
  let playsUntil = 0;
  let waiting: { id: string; cancel: () => void }[] = [];
  const { send, mark, clear } = channel;
  channel.send = (pcm) => {
    playsUntil = Math.max(playsUntil, clock.monotonic()) + 20;
    send.call(channel, pcm);
  };
  channel.mark = (id) => {
    mark.call(channel, id);
    if (reportsAfterMs === null) return;
    const afterMs = Math.max(0, playsUntil - clock.monotonic()) + reportsAfterMs;
    waiting.push({ id, cancel: clock.after(afterMs, () => playout.onMarkPlayed(id, clock.monotonic())) });
  };
  channel.clear = () => {
    clear.call(channel);
    playsUntil = clock.monotonic();
    const thrownAway = waiting;
    waiting = [];
    for (const { id, cancel } of thrownAway) {
      cancel();
      if (reportsCleared) clock.after(reportsAfterMs ?? 0, () => playout.onMarkPlayed(id, clock.monotonic()));
    }
  };
  const owner = (level: number): FrameOwner => ({ onSent: () => undefined, onPlayed: () => void received.push(level) });
  return {
    ...{ clock, channel, playout, recorded, received, owner },
    add: (count: number, first = 1, by?: FrameOwner) => {
      for (let level = first; level < first + count; level += 1)
        playout.add([{ pcm: tone(20, level), owner: by ?? owner(level) }], clock.monotonic());
    },
    beats: (ms: number) => {
      for (let passed = 0; passed < ms; passed += 10) {
        clock.advance(10);
        playout.pump(clock.monotonic());
      }
    },
    marks: () => channel.marks.map(({ at, behind }) => `after ${behind} @${at}`),
  };
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('Playout with marks', () => {
  it('sends marks every 200 ms and at the end of speech', () => {
    const { add, beats, marks, received } = open();
    add(25);
    beats(1_000);
    assert.deepEqual(marks(), ['after 10 @0', 'after 20 @200', 'after 25 @400']);
    assert.deepEqual(received, upTo(25));
  });

  it('counts only acknowledged audio as played', () => {
    const { add, beats, received, clock } = open({ reportsAfterMs: 40 });
    add(25);
    beats(230);
    assert.deepEqual([clock.monotonic(), received.length], [230, 0], 'the first mark is reported after 240 ms');
    beats(10);
    assert.equal(received.length, 10);
    beats(190);
    assert.equal(received.length, 10);
    beats(10);
    assert.equal(received.length, 20);
    beats(90);
    assert.equal(received.length, 20);
    beats(10);
    assert.deepEqual([clock.monotonic(), received.length], [540, 25]);
  });

  it('sends a mark after half the lead without a frame, not for every late frame', () => {
    const { add, beats, marks } = open();
    for (let count = 0; count < 8; count += 1) {
      add(1, count);
      beats(20);
    }
    beats(300);
    assert.deepEqual(marks(), ['after 8 @240']);
  });

  it('replays from the last acknowledged mark after a pause', () => {
    const { add, beats, received, channel, playout, clock } = open();
    add(25);
    beats(300);
    playout.pause(clock.monotonic());
    assert.deepEqual(channel.clears, [300]);
    beats(500);
    assert.equal(received.length, 10, 'reports of cleared marks are ignored');
    const { length } = channel.frames;
    playout.resume(clock.monotonic());
    beats(1_000);
    assert.deepEqual(
      channel.frames.slice(length).map(({ pcm }) => pcm[0]),
      upTo(25).slice(10),
    );
    assert.deepEqual(received, upTo(25));
  });

  it('cuts the recording at the end of acknowledged audio', () => {
    const { add, beats, recorded, playout, clock } = open();
    add(25);
    beats(300);
    playout.pause(clock.monotonic());
    assert.equal(recorded.at(-1), 'cut@200');
  });

  it('cuts the recording now if all audio was acknowledged', () => {
    const { add, beats, recorded, playout, clock } = open({ reportsAfterMs: 0 });
    add(25);
    beats(200);
    playout.pause(clock.monotonic());
    assert.equal(recorded.at(-1), 'cut@200');
  });

  it('discards a speech with its marks and plays the next at once', () => {
    const { add, beats, received, channel, playout, clock } = open();
    const dropped: FrameOwner = { onSent: () => undefined, onPlayed: () => void received.push(-1) };
    add(15, 1, dropped);
    add(12, 101);
    beats(100);
    playout.drop(new Set([dropped]), clock.monotonic());
    assert.deepEqual(channel.clears, [100]);
    beats(1_000);
    assert.deepEqual(
      received,
      upTo(12).map((level) => level + 100),
    );
  });

  it('uses the clock once a mark is 2 s overdue', () => {
    const { add, beats, received } = open({ reportsAfterMs: null });
    add(10);
    beats(2_190);
    assert.equal(received.length, 0);
    beats(10);
    assert.deepEqual(received, upTo(10));
    add(10, 11);
    beats(200);
    assert.deepEqual(received, upTo(20));
  });

  it('uses marks again once one arrives', () => {
    const { add, beats, received, channel, playout, clock } = open({ reportsAfterMs: null });
    add(10);
    beats(2_300);
    add(20, 11);
    beats(100);
    assert.equal(received.length, 15, 'by the clock');
    playout.onMarkPlayed(channel.marks[1]?.id ?? '', clock.monotonic());
    assert.equal(received.length, 20, 'by the mark');
    beats(300);
    assert.equal(received.length, 20, 'the next mark is waited for');
  });

  it('ignores unknown and repeated marks', () => {
    const { add, beats, received, channel, playout, clock } = open({ reportsAfterMs: null });
    add(20);
    beats(300);
    const [first] = channel.marks;
    for (const id of ['', 'm99', 'x', first?.id ?? '', first?.id ?? '', '__proto__'])
      playout.onMarkPlayed(id, clock.monotonic());
    assert.equal(received.length, 10);
  });

  it('counts a mark for all earlier ones', () => {
    const { add, beats, received, channel, playout, clock } = open({ reportsAfterMs: null });
    add(20);
    beats(300);
    playout.onMarkPlayed(channel.marks[1]?.id ?? '', clock.monotonic());
    assert.deepEqual(received, upTo(20));
  });

  it('plays each frame once and in order through pauses, losses, delays and missing marks', () => {
    const moves = fc.array(fc.constantFrom('hold', 'resume', 'beat', 'beat', 'stall', 'add', 'add'), {
      maxLength: 120,
    });
    const peers = fc.record({
      sendAheadMs: fc.constantFrom(20, 60, 200, 400),
      reportsAfterMs: fc.constantFrom(0, 40, 700, 3_000, null),
      reportsCleared: fc.boolean(),
    });
    fc.assert(
      fc.property(moves, peers, (all, peer) => {
        const { add, beats, clock, playout, received } = open(peer);
        let added = 0;
        for (const move of [...all, 'resume']) {
          if (move === 'hold') playout.pause(clock.monotonic());
          if (move === 'resume') playout.resume(clock.monotonic());
          if (move === 'stall') clock.advance(137);
          if (move === 'add') add(1, (added += 1));
          beats(10);
        }
        beats(added * 20 + 7_000);
        assert.deepEqual(received, upTo(added));
      }),
      { numRuns: 200 },
    );
  });
});
