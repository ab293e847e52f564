import { assert } from 'chai';
import { levelDbOf } from '../../domain/audio/level.ts';
import type { NoiseSuppression } from '../../application/ports/noise-suppression.ts';
import type { Contract } from '../support/contract.ts';

/** A suppressor under test, and two seconds of clean speech at its rate. */
export interface SuppressionSubject {
  readonly suppression: NoiseSuppression;
  readonly speech: Int16Array;
  readonly sampleRate: number;
}

const framesOf = (pcm: Int16Array, frame: number): Int16Array[] =>
  Array.from({ length: Math.floor(pcm.length / frame) }, (_, index) =>
    pcm.subarray(index * frame, (index + 1) * frame),
  );

const joined = (frames: readonly Int16Array[]): Int16Array => Int16Array.from(frames.flatMap((frame) => [...frame]));

/** What a fresh suppressor makes of the audio, frame by frame. */
function suppressed({ suppression, sampleRate }: SuppressionSubject, pcm: Int16Array): Int16Array {
  const suppressor = suppression.open(sampleRate);
  const after = framesOf(pcm, sampleRate / 50).map((frame) => suppressor.process(frame));
  suppressor.close();
  return joined(after);
}

/** Noise without a pattern, the same in every run. */
export function hiss(samples: number, level: number): Int16Array {
  let state = 1;
  return Int16Array.from({ length: samples }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return ((state / 0x7fff_ffff) * 2 - 1) * level;
  });
}

/** How many samples later the second is most like half a second of the first. */
function lagOf(before: Int16Array, after: Int16Array, sampleRate: number): number {
  const [from, to] = [sampleRate / 2, sampleRate];
  const likeness = (lag: number): number => {
    let sum = 0;
    for (let at = from; at < to; at += 1) sum += before[at]! * after[at + lag]!;
    return sum;
  };
  const lags = Array.from({ length: sampleRate / 20 }, (_, lag) => likeness(lag));
  return lags.indexOf(Math.max(...lags));
}

export const noiseSuppressionContract: Contract<SuppressionSubject> = {
  'keeps the level of clean speech': async (subject) => {
    const after = suppressed(subject, subject.speech);
    assert.closeTo(levelDbOf(after), levelDbOf(subject.speech), 1.5);
  },
  'lowers noise by more than 10 dB within a second': async (subject) => {
    const noise = hiss(2 * subject.sampleRate, 2_000);
    const after = suppressed(subject, noise).subarray(subject.sampleRate);
    assert.isBelow(levelDbOf(after), levelDbOf(noise) - 10);
  },
  'answers as many samples as it is given': async ({ suppression, speech, sampleRate }) => {
    const suppressor = suppression.open(sampleRate);
    for (const frame of framesOf(speech, sampleRate / 50)) assert.lengthOf(suppressor.process(frame), sampleRate / 50);
    suppressor.close();
  },
  'delays speech by as much as it reports': async (subject) => {
    const { suppression, speech, sampleRate } = subject;
    const suppressor = suppression.open(sampleRate);
    const { delayMs } = suppressor;
    suppressor.close();
    const lag = lagOf(speech, suppressed(subject, speech), sampleRate);
    assert.closeTo((lag * 1_000) / sampleRate, delayMs, 1);
  },
  'hears speech in most frames of speech, and none in silence': async ({ suppression, speech, sampleRate }) => {
    const suppressor = suppression.open(sampleRate);
    const frames = framesOf(speech, sampleRate / 50);
    const shareOf = (given: readonly Int16Array[]): number =>
      given.filter((frame) => (suppressor.process(frame), suppressor.isSpeech)).length / given.length;
    const silence = frames.map(({ length }) => new Int16Array(length));
    assert.isAbove(shareOf(frames), 0.6);
    // The first frames of silence are within the hangover of the speech.
    shareOf(silence.slice(0, 10));
    assert.equal(shareOf(silence), 0);
    suppressor.close();
  },
  'keeps two streams apart': async ({ suppression, speech, sampleRate }) => {
    const [one, other] = [suppression.open(sampleRate), suppression.open(sampleRate)];
    const silence = new Int16Array(sampleRate / 50);
    for (const frame of framesOf(speech, silence.length).slice(0, 25)) {
      one.process(frame);
      assert.isTrue(other.process(silence).every((sample) => Math.abs(sample) <= 1));
    }
    one.close();
    other.close();
  },
  'answers silence after it was closed, and may be closed twice': async ({ suppression, speech, sampleRate }) => {
    const suppressor = suppression.open(sampleRate);
    const frames = framesOf(speech, sampleRate / 50);
    for (const frame of frames.slice(0, 50)) suppressor.process(frame);
    suppressor.close();
    suppressor.close();
    assert.deepEqual(suppressor.process(frames[50]!), new Int16Array(sampleRate / 50));
    assert.isFalse(suppressor.isSpeech);
  },
};
