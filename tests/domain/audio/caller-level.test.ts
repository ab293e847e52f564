import { assert } from 'chai';
import fc from 'fast-check';
import { CallerLevel } from '../../../domain/audio/caller-level.ts';

const FRAME_MS = 20;
const QUIET_DB = -80;

/** A stream of frames by their levels. Each is sound unless it is quiet. */
class Stream {
  readonly level = new CallerLevel();
  at = 0;

  /** Whether each frame counted as speech. */
  add(levels: readonly number[], talking = false): boolean[] {
    return levels.map((levelDb) => {
      this.at += FRAME_MS;
      return this.level.isSpeech(levelDb, levelDb > QUIET_DB, { at: this.at, talking });
    });
  }

  get facts(): ReturnType<CallerLevel['factsAt']> {
    return this.level.factsAt(this.at);
  }
}

const frames = (count: number, db: number): number[] => new Array<number>(count).fill(db);

/** Sound of a background: up to 5 dB above and below its level. */
const background = (db: number, length: number) =>
  fc.array(fc.integer({ min: db - 5, max: db + 5 }), { minLength: length, maxLength: length });

/** A call with this background from its start, in which the caller said something 15 dB above it. */
function afterFirstWords(levels: readonly number[], db: number): Stream {
  const stream = new Stream();
  stream.add(levels, true);
  stream.add(frames(40, db + 15), true);
  stream.level.addWords(false);
  stream.add(levels.slice(0, 20), true);
  stream.level.rearm();
  return stream;
}

describe('The level of the caller', () => {
  it('is trusted on a quiet line, at any level', () => {
    const stream = new Stream();
    stream.add(frames(20, QUIET_DB));
    assert.isTrue(stream.add(frames(20, -55), true).every(Boolean));
    assert.deepEqual(stream.facts, { isTrusted: true, hasGate: false, fadedSince: null });
  });

  it('is not trusted for what a call begins with, until it is louder', () => {
    fc.assert(
      fc.property(background(-40, 200), (levels) => {
        const stream = new Stream();
        assert.isTrue(stream.add(levels, true).every(Boolean), 'it may be the caller');
        assert.deepEqual(stream.facts, { isTrusted: false, hasGate: true, fadedSince: null });
        stream.add(frames(3, -25), true);
        assert.isTrue(stream.facts.isTrusted);
      }),
    );
  });

  it('fades to the background when the caller stops, since the last louder sound', () => {
    fc.assert(
      fc.property(background(-40, 100), fc.integer({ min: 10, max: 60 }), (levels, length) => {
        const stream = new Stream();
        stream.add(levels, true);
        stream.add(frames(length, -25), true);
        const stoppedAt = stream.at;
        assert.isNull(stream.facts.fadedSince);
        stream.add(frames(10, -42), true);
        assert.deepEqual(stream.facts, { isTrusted: false, hasGate: true, fadedSince: stoppedAt });
        stream.add(frames(1, -25), true);
        assert.isNull(stream.facts.fadedSince);
      }),
    );
  });

  it('keeps a background far below the caller out of speech, and lets the caller start within 60 ms', () => {
    fc.assert(
      fc.property(background(-40, 100), fc.integer({ min: -31, max: -20 }), (levels, callerDb) => {
        const stream = afterFirstWords(levels, -40);
        assert.isFalse(stream.add(levels).some(Boolean));
        assert.isTrue(stream.add(frames(3, callerDb)).at(-1));
        assert.isTrue(stream.facts.isTrusted);
      }),
    );
  });

  it('learns the level of the caller from first words that are final while sound continues', () => {
    fc.assert(
      fc.property(background(-40, 100), (levels) => {
        const stream = new Stream();
        stream.add(levels, true);
        stream.add(frames(40, -25), true);
        stream.level.addWords(true);
        stream.add(levels.slice(0, 20), true);
        stream.level.rearm();
        assert.isFalse(stream.add(levels).some(Boolean));
      }),
    );
  });

  it('lets sound as loud as the caller be speech, but trusts only what is louder', () => {
    const stream = new Stream();
    stream.add(frames(100, -30), true);
    stream.level.addWords(false);
    stream.level.rearm();
    assert.isTrue(stream.add(frames(20, -30)).every(Boolean));
    assert.isFalse(stream.facts.isTrusted);
  });

  it('takes near speech of 2.5 s without words for the background, but none with words', () => {
    const [silent, talkative] = [new Stream(), new Stream()];
    for (const stream of [silent, talkative]) {
      stream.add(frames(20, QUIET_DB));
      stream.add(frames(100, -30), true);
    }
    talkative.level.addWords(false);
    for (const stream of [silent, talkative]) stream.add(frames(50, -30), true);
    assert.deepEqual([silent.level.isWordless, talkative.level.isWordless], [true, false]);
    silent.level.rearm();
    silent.add(frames(20, -30), true);
    assert.isFalse(silent.facts.isTrusted);
  });

  it('stays that of a quiet line after hundreds of short utterances with words', () => {
    const stream = new Stream();
    for (let utterance = 0; utterance < 300; utterance += 1) {
      stream.add(frames(25, QUIET_DB));
      stream.add(frames(3, -20));
      stream.add(frames(10, -20), true);
      stream.level.addWords(true);
    }
    assert.deepEqual(stream.facts, { isTrusted: true, hasGate: false, fadedSince: null });
  });

  it('tells how many loud frames were held back before speech', () => {
    const stream = afterFirstWords(frames(100, -40), -40);
    assert.deepEqual(stream.add(frames(4, -25)), [false, false, true, true]);
    assert.equal(stream.level.delayedFrames, 2);
    stream.add(frames(1, -41));
    assert.equal(stream.level.delayedFrames, 0);
  });

  it('is trusted again ten seconds after the background ended', () => {
    fc.assert(
      fc.property(background(-30, 100), (levels) => {
        const stream = afterFirstWords(levels, -30);
        stream.add(frames(500, QUIET_DB));
        assert.isTrue(stream.add(frames(3, -45)).at(-1));
        assert.deepEqual(stream.facts.isTrusted, true);
      }),
    );
  });
});
