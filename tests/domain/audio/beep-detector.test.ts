import { assert } from 'chai';
import fc from 'fast-check';
import { decodeMulaw, encodeMulaw } from '../../../domain/audio/mulaw.ts';
import { BeepDetector } from '../../../domain/audio/beep-detector.ts';
import { OPUS_BY_FFMPEG } from '../../adapters/media/codecs/question-audio.ts';

type Wave = (at: number) => number;

const sine =
  (hertz: number, level: number): Wave =>
  (seconds) =>
    level * Math.sin(2 * Math.PI * hertz * seconds);
const both =
  (...waves: readonly Wave[]): Wave =>
  (seconds) =>
    waves.reduce((sum, wave) => sum + wave(seconds), 0);
const silence: Wave = () => 0;
/** Sound with many frequencies, the same in every run. */
const voice: Wave = both(...[130, 260, 390, 520, 780, 1_170].map((hertz, nth) => sine(hertz, 2_000 / (nth + 1))));
const noise = (level: number): Wave => {
  let seed = 1;
  return () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return level * (seed / 2 ** 30 - 1);
  };
};

/** The samples of these waves after each other, as a telephone line carries them. */
function line(rate: number, ...parts: readonly (readonly [ms: number, wave: Wave])[]): Int16Array {
  const samples = parts.flatMap(([ms, wave]) =>
    Array.from({ length: Math.round((ms * rate) / 1_000) }, (_, at) => Math.round(wave(at / rate))),
  );
  return decodeMulaw(encodeMulaw(Int16Array.from(samples)));
}

/** The changes, with the time of each, in ms. */
function changes(rate: number, samples: Int16Array): string[] {
  const sounds = new BeepDetector(rate);
  const length = rate / 50;
  const found: string[] = [];
  for (let at = 0; at + length <= samples.length; at += length) {
    const sound = sounds.push(samples.slice(at, at + length));
    if (sound) found.push(`${sound} ${Math.round(((at + length) / rate) * 1_000)}`);
  }
  return found;
}

describe('BeepDetector', () => {
  for (const rate of [8_000, 16_000, 24_000])
    it(`finds the beep after a greeting within 40 ms of its end, at ${rate} Hz`, () => {
      const greeting = line(rate, [1_000, voice], [600, silence], [400, sine(1_000, 9_000)], [500, silence]);
      const [sound = '', beep = '', ...rest] = changes(rate, greeting);
      assert.match(sound, /^sound /u);
      assert.match(beep, /^beep /u);
      assert.closeTo(Number(beep.split(' ')[1]), 2_020, 20);
      assert.deepEqual(rest, []);
    });

  it('finds beeps of any telephone frequency and length, and in noise', () => {
    const beep = fc.record({
      hertz: fc.integer({ min: 400, max: 2_450 }),
      ms: fc.integer({ min: 180, max: 2_400 }),
      level: fc.integer({ min: 1_000, max: 20_000 }),
      before: fc.integer({ min: 0, max: 400 }),
    });
    fc.assert(
      fc.property(beep, ({ hertz, ms, level, before }) => {
        const hiss = noise(level / 40);
        const samples = line(8_000, [before, hiss], [ms, both(sine(hertz, level), hiss)], [300, hiss]);
        return changes(8_000, samples).filter((each) => each.startsWith('beep')).length === 1;
      }),
    );
  });

  const others: readonly (readonly [string, Wave, number])[] = [
    ['a voice', voice, 3_000],
    ['noise', noise(6_000), 3_000],
    ['a key', both(sine(770, 5_000), sine(1_336, 5_000)), 300],
    ['a ringing tone of two frequencies', both(sine(440, 5_000), sine(480, 5_000)), 2_000],
    ['a click', sine(1_000, 9_000), 80],
    ['the tone of a fax', sine(2_100, 9_000), 3_300],
    ['hum', sine(120, 9_000), 800],
    ['a rising whistle', (seconds) => 8_000 * Math.sin(2 * Math.PI * (600 + 1_500 * seconds) * seconds), 700],
  ];
  for (const [name, wave, ms] of others)
    it(`takes ${name} for no beep`, () => {
      const found = changes(8_000, line(8_000, [200, silence], [ms, wave], [500, silence]));
      assert.isFalse(
        found.some((each) => each.startsWith('beep')),
        found.join(),
      );
    });

  it('takes speech for no beep', () => {
    assert.deepEqual(
      changes(16_000, OPUS_BY_FFMPEG).map((each) => each.split(' ')[0]),
      ['sound'],
    );
  });

  it('finds three seconds of silence after sound, each time', () => {
    const talk = line(8_000, [4_000, silence], [500, voice], [3_500, silence], [500, voice], [2_500, silence]);
    assert.deepEqual(changes(8_000, talk), ['sound 4100', 'quiet 7500', 'sound 8100']);
  });
});
