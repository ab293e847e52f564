import { assert } from 'chai';
import { LevelMeter, levelDbOf, SILENCE_DB } from '../../../domain/audio/level.ts';

describe('The level of audio', () => {
  it('is 0 dB at full scale, 6 dB lower at half of it, and that of silence without any sound', () => {
    const square = (amplitude: number): Int16Array =>
      Int16Array.from({ length: 320 }, (_, at) => (at % 2 === 0 ? amplitude : -amplitude));
    assert.closeTo(levelDbOf(square(-32_768)), 0, 0.001);
    assert.closeTo(levelDbOf(square(16_384)), -6.02, 0.01);
    assert.equal(levelDbOf(square(0)), SILENCE_DB);
    assert.equal(levelDbOf(new Int16Array(0)), SILENCE_DB);
  });
});

describe('A level meter', () => {
  const sine = (hz: number, rate: number): Int16Array =>
    Int16Array.from({ length: rate }, (_, at) => 8_000 * Math.sin((2 * Math.PI * hz * at) / rate));

  it('measures speech as it is and hum 10 dB lower, at both rates', () => {
    for (const rate of [8_000, 16_000]) {
      const [speech, hum] = [sine(1_000, rate), sine(50, rate)];
      assert.closeTo(new LevelMeter(rate).next(speech), levelDbOf(speech), 1);
      assert.closeTo(new LevelMeter(rate).next(hum), levelDbOf(hum) - 10, 1);
    }
  });

  it('continues from frame to frame without a click', () => {
    const pcm = sine(300, 16_000);
    const meter = new LevelMeter(16_000);
    const levels = [0, 320, 640, 960].map((at) => meter.next(pcm.subarray(at, at + 320)));
    for (const level of levels.slice(1)) assert.closeTo(level, levels[1]!, 0.1);
  });
});
