import { assert } from 'chai';
import { JitterBuffer } from '../../clients/browser/jitter-buffer.ts';

const TARGET = 960;
const BLOCK = 128;
const LOUDEST = 0x7fff;

/** Samples with distinct values: 1, 2, 3 and so on. */
const counting = (from: number, length: number): Int16Array => Int16Array.from({ length }, (_, at) => from + at);

/** What the buffer plays in this number of blocks. */
function played(buffer: JitterBuffer, blocks: number): number[] {
  return Array.from({ length: blocks }, () => {
    const block = new Float32Array(BLOCK).fill(9);
    buffer.read(block);
    return [...block].map((value) => Math.round(value * 0x8000));
  }).flat();
}

const isSilent = (samples: readonly number[]): boolean => samples.every((sample) => sample === 0);

describe('the jitter buffer of the browser package', () => {
  it('waits until there is enough, and then plays everything in order and without a gap', () => {
    const buffer = new JitterBuffer(TARGET);
    buffer.push(counting(1, 320));
    buffer.push(counting(321, 320));
    assert.isTrue(isSilent(played(buffer, 2)));
    buffer.push(counting(641, 320));
    buffer.push(counting(961, 320));
    assert.deepEqual(played(buffer, 10), [...counting(1, 1280)]);
  });

  it('plays a short sound as well, once it has waited long enough', () => {
    const buffer = new JitterBuffer(TARGET);
    buffer.push(counting(1, 100));
    const samples = played(buffer, 10);
    assert.isTrue(isSilent(samples.slice(0, TARGET - BLOCK)));
    assert.deepEqual(
      samples.filter((sample) => sample !== 0),
      [...counting(1, 100)],
    );
  });

  it('bridges a frame that comes late by less than what is held', () => {
    const buffer = new JitterBuffer(TARGET);
    buffer.push(counting(1, TARGET));
    const before = played(buffer, 6);
    buffer.push(counting(TARGET + 1, 320));
    assert.deepEqual([...before, ...played(buffer, 4)], [...counting(1, TARGET + 320)]);
  });

  it('is silent after an underrun and buffers again before it continues', () => {
    const buffer = new JitterBuffer(TARGET);
    buffer.push(counting(1, TARGET));
    played(buffer, 8);
    buffer.push(counting(1, 320));
    assert.isTrue(isSilent(played(buffer, 1)));
    buffer.push(counting(321, 640));
    assert.deepEqual(played(buffer, 1), [...counting(1, BLOCK)]);
  });

  it('plays nothing that came before it was cleared, and starts afresh', () => {
    const buffer = new JitterBuffer(TARGET);
    buffer.push(counting(1, 2000));
    played(buffer, 3);
    buffer.clear();
    assert.isTrue(isSilent(played(buffer, 3)));
    buffer.push(counting(5000, TARGET));
    assert.deepEqual(played(buffer, 1), [...counting(5000, BLOCK)]);
  });

  it('plays the loudest sample as loud as can be', () => {
    const buffer = new JitterBuffer(1);
    buffer.push(Int16Array.of(LOUDEST, -0x8000));
    assert.deepEqual(played(buffer, 1).slice(0, 3), [LOUDEST, -0x8000, 0]);
  });
});
