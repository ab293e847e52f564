import { assert } from 'chai';
import { decodeL16, encodeL16 } from '../../../domain/audio/l16.ts';

const SAMPLES = Int16Array.of(0, 1, -1, 0x1234, 32_767, -32_768);
const BIG = [0, 0, 0, 1, 0xff, 0xff, 0x12, 0x34, 0x7f, 0xff, 0x80, 0];
const LITTLE = [0, 0, 1, 0, 0xff, 0xff, 0x34, 0x12, 0xff, 0x7f, 0, 0x80];

describe('L16 audio', () => {
  for (const [order, bytes] of [
    ['big', BIG],
    ['little', LITTLE],
  ] as const)
    it(`encodes and decodes ${order}-endian samples`, () => {
      assert.deepEqual([...encodeL16(SAMPLES, order)], bytes);
      assert.deepEqual([...decodeL16(Uint8Array.from(bytes), order)], [...SAMPLES]);
    });

  it('drops half a sample at the end', () => {
    assert.deepEqual([...decodeL16(Uint8Array.of(1, 0, 2), 'little')], [1]);
    assert.lengthOf(decodeL16(Uint8Array.of(1), 'big'), 0);
  });

  it('copies from any offset', () => {
    const bytes = Buffer.from([9, 0x12, 0x34, 9]);
    const odd = bytes.subarray(1, 3);
    assert.deepEqual([...decodeL16(odd, 'big')], [0x1234]);
    assert.deepEqual([...bytes], [9, 0x12, 0x34, 9]);
    const middle = SAMPLES.subarray(3, 4);
    assert.deepEqual([...encodeL16(middle, 'big')], [0x12, 0x34]);
    assert.equal(SAMPLES[3], 0x1234);
  });
});
