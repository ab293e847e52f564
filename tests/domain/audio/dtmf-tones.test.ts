import { assert } from 'chai';
import fc from 'fast-check';
import { DtmfDetector } from '../../../domain/audio/dtmf-detector.ts';
import { dtmfAudio, SENDABLE_KEYS } from '../../../domain/audio/dtmf-tones.ts';
import { decodeMulaw, encodeMulaw } from '../../../domain/audio/mulaw.ts';

const RATES = [8_000, 16_000, 24_000, 48_000] as const;
const sequences = fc.stringMatching(/^[0-9*#A-Dw]{1,32}$/);

/** Spans of sound at 8 kHz, in ms. */
function soundsOf(audio: Int16Array): number[][] {
  const spans: number[][] = [];
  for (let ms = 0; ms < audio.length / 8; ms += 1) {
    if (audio.subarray(ms * 8, ms * 8 + 8).every((sample) => sample === 0)) continue;
    const last = spans.at(-1);
    if (last && last[1] === ms) last[1] = ms + 1;
    else spans.push([ms, ms + 1]);
  }
  return spans;
}

describe('dtmfAudio', () => {
  it('is decoded to the same keys at every rate, also after mu-law', () => {
    fc.assert(
      fc.property(sequences, fc.constantFrom(...RATES), fc.boolean(), (pressed, rate, isEncoded) => {
        const audio = dtmfAudio(pressed, rate);
        const received = isEncoded ? decodeMulaw(encodeMulaw(audio)) : audio;
        assert.equal(new DtmfDetector(rate).push(received), pressed.replaceAll('w', ''));
      }),
      { numRuns: 30 },
    );
  });

  it('lasts longer than receivers need, in whole frames', () => {
    fc.assert(
      fc.property(sequences, fc.constantFrom(...RATES), (pressed, rate) => {
        assert.equal(dtmfAudio(pressed, rate).length % (rate / 50), 0);
      }),
      { numRuns: 15 },
    );
    assert.deepEqual(soundsOf(dtmfAudio('11', 8_000)), [
      [0, 160],
      [260, 420],
    ]);
  });

  it('pauses for half a second at w', () => {
    assert.deepEqual(soundsOf(dtmfAudio('1ww2', 8_000)), [
      [0, 160],
      [1_260, 1_420],
    ]);
  });

  it('neither clips nor falls below what receivers hear', () => {
    for (const key of '0123456789*#ABCD') {
      const peak = Math.max(...dtmfAudio(key, 8_000).map(Math.abs));
      assert.isBelow(peak, 0.6 * 32_768);
      assert.isAbove(peak, 0.4 * 32_768);
    }
  });

  it('has nothing for keys that no telephone has', () => {
    assert.lengthOf(dtmfAudio('E!é', 8_000), 0);
    for (const text of ['', '1 2', 'x', 'e', '1'.repeat(33), '1\n']) assert.notMatch(text, SENDABLE_KEYS);
  });
});

describe('DtmfDetector', () => {
  const noise = (level: number, length: number): Int16Array => {
    let seed = 1;
    return Int16Array.from({ length }, () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return (seed / 2_147_483_647 - 0.5) * 2 * level;
    });
  };

  it('finds keys in chunks of any length, and over noise', () => {
    const audio = dtmfAudio('159*', 8_000);
    const added = noise(1_500, audio.length);
    const noisy = audio.map((sample, at) => sample + added[at]!);
    for (const size of [1, 77, 160, 4_000]) {
      const detector = new DtmfDetector(8_000);
      let keys = '';
      for (let at = 0; at < noisy.length; at += size) keys += detector.push(noisy.subarray(at, at + size));
      assert.equal(keys, '159*', String(size));
    }
  });

  it('finds none in silence, noise, one frequency alone, and a tone of 20 ms', () => {
    const beep = Int16Array.from({ length: 8_000 }, (_, at) => 9_000 * Math.sin((2 * Math.PI * 1_000 * at) / 8_000));
    const row = Int16Array.from({ length: 8_000 }, (_, at) => 9_000 * Math.sin((2 * Math.PI * 697 * at) / 8_000));
    for (const audio of [new Int16Array(8_000), noise(9_000, 8_000), beep, row, dtmfAudio('1', 8_000).subarray(0, 160)])
      assert.equal(new DtmfDetector(8_000).push(audio), '');
  });
});
