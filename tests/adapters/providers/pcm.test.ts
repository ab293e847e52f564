import { assert } from 'chai';
import fc from 'fast-check';
import { linearUpsampler } from '../../../adapters/providers/_speech/linear-upsampler.ts';
import { bytesOf, nearestRate, samplesOf } from '../../../adapters/providers/_speech/pcm.ts';
import { audioChunks } from '../../../adapters/providers/_speech/wire-codec.ts';

async function* pieces(...parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

describe('audio in bytes', () => {
  const samples = fc.int16Array({ maxLength: 200 });

  it('is the same audio, wherever the bytes are split, in pieces that are not too long', async () => {
    const cuts = fc.array(fc.nat(400), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(samples, cuts, async (pcm, at) => {
        const bytes = bytesOf(pcm);
        const places = [0, ...at.filter((place) => place < bytes.length).toSorted((a, b) => a - b), bytes.length];
        const split = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
        const received: number[] = [];
        for await (const piece of audioChunks(pieces(...split), 30)) {
          assert.isTrue(piece.length > 0 && piece.length <= 30);
          received.push(...piece);
        }
        assert.deepEqual(received, [...pcm]);
      }),
    );
  });

  it('has its low byte first, and no half samples', () => {
    assert.deepEqual([...bytesOf(Int16Array.of(1, -2))], [1, 0, 254, 255]);
    assert.deepEqual([...samplesOf(Uint8Array.of(1, 0, 254, 255, 7))], [1, -2]);
  });

  it('is asked for at a rate that loses nothing, if there is one', () => {
    assert.deepEqual(
      [8000, 12_000, 48_000].map((wanted) => nearestRate([8000, 16_000, 24_000], wanted)),
      [8000, 16_000, 24_000],
    );
  });
});

describe('audio at a higher rate', () => {
  it('lies on straight lines between its samples', () => {
    assert.deepEqual([...linearUpsampler(8000, 24_000)(Int16Array.of(30, 0))], [0, 10, 20, 30, 20, 10]);
    assert.deepEqual([...linearUpsampler(16_000, 24_000)(Int16Array.of(30, 60))], [0, 20, 40]);
  });

  it('is the same wherever its stream is split', () => {
    const some = fc.int16Array({ maxLength: 100 });
    fc.assert(
      fc.property(some, some, fc.constantFrom(8000, 16_000), (one, other, from) => {
        const split = linearUpsampler(from, 24_000);
        const whole = linearUpsampler(from, 24_000)(Int16Array.of(...one, ...other));
        assert.deepEqual([...split(one), ...split(other)], [...whole]);
        assert.equal(whole.length, Math.ceil(((one.length + other.length) * 24_000) / from));
      }),
    );
  });
});
