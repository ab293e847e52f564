import { assert } from 'chai';
import * as fc from 'fast-check';
import { Recorder } from '../../../application/runtime/recorder.ts';
import { tone } from './fake-channel.ts';

const RATE = 1_000; // one sample a millisecond
const STARTED = 5_000;

/** A recorder of a call that started at 5 s, and what it wrote down: runs of equal levels, as `level × milliseconds`. */
function open({ isKept = true } = {}) {
  const written: Int16Array[] = [];
  let skipped = 0;
  const entry = {
    appendAudio: (stereo: Int16Array) => void written.push(stereo),
    skipAudio(samples: number) {
      skipped += samples;
      written.push(new Int16Array(2 * samples));
    },
    muteCaller(from: number, to: number) {
      let at = 0;
      for (const part of written) {
        for (let sample = 0; sample < part.length / 2; sample += 1)
          if (at + sample >= from && at + sample < to) part[2 * sample] = 0;
        at += part.length / 2;
      }
    },
  };
  const recorder = new Recorder(entry, { sampleRate: RATE, startedAt: STARTED, isKept });
  const runs = (side: 0 | 1): string[] => {
    const levels = written.flatMap((stereo) => [...stereo].filter((_, index) => index % 2 === side));
    const borders = levels.flatMap((level, index) => (level === levels[index - 1] ? [] : [index]));
    return borders.map((from, index) => `${levels[from]} × ${(borders[index + 1] ?? levels.length) - from}`);
  };
  return {
    ...{ recorder, written },
    /** Samples that were not written, but left silent. */
    skipped: () => skipped,
    muteCaller: (from: number, to: number) => recorder.muteCaller(from, to),
    keep: (on: boolean, now: number) => recorder.keep(on, STARTED + now),
    caller: (ms: number, level: number, until: number) => recorder.caller(tone(ms, level, RATE), STARTED + until),
    agent: (ms: number, level: number, at: number) => recorder.agent(tone(ms, level, RATE), STARTED + at),
    cut: (at: number) => recorder.cut(STARTED + at),
    beat: (now: number) => recorder.tick(STARTED + now),
    finish: (now: number) => recorder.finish(STARTED + now),
    left: () => runs(0),
    right: () => runs(1),
  };
}

describe('Recorder', () => {
  it('records caller left and agent right at their times', () => {
    const { caller, agent, finish, left, right } = open();
    for (let now = 20; now <= 100; now += 20) caller(20, 3, now);
    agent(40, 6, 30);
    finish(120);
    assert.deepEqual(left(), ['3 × 100', '0 × 20']);
    assert.deepEqual(right(), ['0 × 30', '6 × 40', '0 × 50']);
  });

  it('writes nothing but what sounds while it is to be kept, at its time in the call', () => {
    const { caller, agent, beat, keep, finish, left, right, skipped } = open({ isKept: false });
    for (let now = 20; now <= 3_000; now += 20) {
      caller(20, 3, now);
      agent(20, 6, now - 20);
      if (now === 1_500) keep(true, now);
      if (now === 2_100) keep(false, now);
      beat(now);
    }
    finish(3_000);
    assert.deepEqual(left(), ['0 × 1500', '3 × 600', '0 × 900']);
    assert.deepEqual(right(), ['0 × 1500', '6 × 600', '0 × 900']);
    assert.equal(skipped(), 2_400);
  });

  it('mutes words of the caller by their places in the caller’s audio, on the disk and before it, with a little around them', () => {
    const { caller, agent, beat, muteCaller, finish, left, right } = open();
    const speaks = (from: number, to: number) => {
      for (let now = from + 20; now <= to; now += 20) {
        caller(20, 3, now);
        agent(20, 6, now - 20);
        beat(now);
      }
    };
    speaks(0, 2_000);
    // The caller's network sends nothing for a second, so 2,000 ms of audio end at 3,000 ms of the call.
    for (let now = 2_020; now <= 3_000; now += 20) beat(now);
    speaks(3_000, 6_000);
    muteCaller(500, 700);
    muteCaller(1_900, 2_200);
    muteCaller(4_200, 4_700);
    finish(6_000);
    assert.deepEqual(left(), [...['3 × 400', '0 × 400', '3 × 1000', '0 × 1500', '3 × 1800', '0 × 700', '3 × 200']]);
    assert.deepEqual(right(), ['6 × 2000', '0 × 1000', '6 × 3000']);
  });

  it('fills gaps with silence', () => {
    const { caller, finish, left } = open();
    caller(20, 3, 400);
    caller(20, 3, 420);
    caller(20, 4, 900);
    finish(1_000);
    assert.deepEqual(left(), ['0 × 380', '3 × 40', '0 × 460', '4 × 20', '0 × 100']);
  });

  it('keeps the length of a caller’s pause despite jitter', () => {
    const { caller, finish, left } = open();
    for (let now = 20; now <= 400; now += 20) caller(20, 3, now);
    for (let frame = 0; frame < 50; frame += 1) caller(20, 4, 920 + frame * 20 + [0, 9, -8, 3][frame % 4]!);
    finish(2_000);
    assert.deepEqual(left(), ['3 × 400', '0 × 492', '4 × 1000', '0 × 108']);
  });

  it('starts with the caller’s first audio, without audio from before the call', () => {
    const { caller, finish, left } = open();
    for (let frame = 0; frame < 20; frame += 1) caller(20, 5, 170 + frame * 20 + [0, 9, -8, 3][frame % 4]!);
    finish(600);
    assert.deepEqual(left(), ['0 × 142', '5 × 400', '0 × 58']);
  });

  it('keeps late frames contiguous', () => {
    const { caller, finish, left } = open();
    for (const [level, arrives] of [
      [1, 20],
      [2, 190],
      [3, 190],
      [4, 195],
    ] as const)
      caller(20, level, arrives);
    finish(200);
    assert.deepEqual(left(), ['1 × 20', '2 × 20', '3 × 20', '4 × 20', '0 × 120']);
  });

  it('stays aligned after a network stall and its burst', () => {
    const { caller, beat, finish, left } = open();
    caller(20, 1, 20);
    beat(2_000);
    for (let frame = 0; frame < 99; frame += 1) caller(20, 2, 2_000);
    for (let now = 2_020; now <= 3_000; now += 20) {
      caller(20, 3, now);
      beat(now);
    }
    finish(3_000);
    const last = left().at(-1) ?? '';
    assert.match(last, /^3 × \d+$/u, 'the caller is recorded to the end');
    assert.isAtLeast(Number(last.split(' ')[2]), 780);
  });

  it('keeps audio of a network stall contiguous at the time it was said', () => {
    const { caller, beat, finish, left } = open();
    for (let now = 20; now <= 1_000; now += 20) caller(20, 1, now);
    beat(1_600);
    for (let level = 2; level <= 31; level += 1) caller(20, level, 1_600);
    for (let now = 1_620; now <= 2_000; now += 20) caller(20, 32, now);
    finish(2_000);
    const pending = Array.from({ length: 30 }, (_, index) => `${index + 2} × 20`);
    assert.deepEqual(left(), ['1 × 1000', ...pending, '32 × 400']);
  });

  it('keeps what a carrier is sent ahead right before audio is written', () => {
    const { agent, beat, finish, right } = open();
    beat(1_599);
    agent(60, 6, 1_980);
    finish(2_500);
    assert.deepEqual(right(), ['0 × 1980', '6 × 60', '0 × 460']);
  });

  it('loses no audio in bursts of less than 1 s', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 49 }), { minLength: 1, maxLength: 30 }), (bursts) => {
        const { caller, beat, finish, left } = open();
        let text = 0;
        for (const frames of bursts) {
          const arrives = (text + frames) * 20;
          for (let now = text * 20; now <= arrives; now += 10) beat(now);
          for (let frame = 0; frame < frames; frame += 1) caller(20, ++text, arrives);
        }
        finish(text * 20);
        assert.deepEqual(
          left(),
          Array.from({ length: text }, (_, index) => `${index + 1} × 20`),
        );
      }),
    );
  });

  it('removes unplayed agent audio on a cut', () => {
    const { agent, cut, finish, right } = open();
    agent(20, 5, 100);
    agent(20, 6, 120);
    agent(20, 7, 140);
    cut(130);
    agent(20, 6, 500);
    finish(600);
    assert.deepEqual(right(), ['0 × 100', '5 × 20', '6 × 10', '0 × 370', '6 × 20', '0 × 80']);
  });

  it('ends with the call, even with audio in transit', () => {
    const { agent, caller, finish, left, right } = open();
    agent(100, 6, 50);
    caller(20, 3, 100);
    finish(100);
    assert.deepEqual(right(), ['0 × 50', '6 × 50']);
    assert.deepEqual(left(), ['0 × 80', '3 × 20']);
  });

  it('writes during the call in larger portions, only final audio', () => {
    const { agent, beat, written, finish, right } = open();
    for (let now = 0; now <= 3_000; now += 10) {
      if (now % 20 === 0) agent(20, 6, now + 60);
      beat(now);
      const writtenMs = written.reduce((sum, { length }) => sum + length / 2, 0);
      assert.isAtMost(writtenMs, Math.max(0, now - 1_000));
    }
    assert.isTrue(written.every(({ length }) => length / 2 >= 200));
    finish(3_000);
    assert.deepEqual(right(), ['0 × 60', '6 × 2940']);
  });

  it('records a long call in bounded memory', () => {
    const { caller, agent, beat, finish, left, right, written } = open();
    for (let now = 20; now <= 120_000; now += 20) {
      caller(20, 3, now);
      agent(20, 6, now);
      beat(now);
    }
    finish(120_000);
    assert.deepEqual(left(), ['3 × 120000']);
    assert.deepEqual(right(), ['0 × 20', '6 × 119980']);
    assert.isAtMost(Math.max(...written.map(({ length }) => length)), 2 * 2_000);
  });

  it('survives a process that was suspended for hours', () => {
    const { beat, finish, written } = open();
    beat(36_000_000);
    finish(36_000_000);
    const samples = written.reduce((sum, { length }) => sum + length / 2, 0);
    assert.equal(samples, 36_000_000);
  });

  it('drops audio that is too late or too far ahead', () => {
    const { agent, beat, finish, right } = open();
    beat(2_000);
    for (const at of [100, 4_000]) agent(20, 5, at);
    finish(2_500);
    assert.deepEqual(right(), ['0 × 2500']);
  });

  it('writes nothing for a call that ended before it started', () => {
    const call = open();
    call.finish(0);
    assert.isEmpty(call.written);
  });
});
