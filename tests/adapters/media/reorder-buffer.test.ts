import { assert } from 'chai';
import { ReorderBuffer } from '../../../adapters/media/reorder-buffer.ts';

describe('the order of chunks', () => {
  /** What comes out when these chunks come in. */
  const ordered = (...chunks: number[]): number[] => {
    const order = new ReorderBuffer();
    return chunks.flatMap((chunk) => order.take(chunk, Uint8Array.of(chunk)).map(([byte]) => byte ?? -1));
  };

  for (const [what, arrived, expected] of [
    ['is kept', [1, 2, 3], [1, 2, 3]],
    ['is restored', [1, 3, 2, 4], [1, 2, 3, 4]],
    ['is restored over several', [1, 4, 3, 2, 5], [1, 2, 3, 4, 5]],
    ['leaves out what comes twice', [1, 2, 2, 1, 3], [1, 2, 3]],
    [
      'gives a lost one up when three wait for it, and leaves it out when it comes after all',
      [1, 3, 4, 5, 6, 2, 7],
      [1, 3, 4, 5, 6, 7],
    ],
    ['begins where the first chunk is', [7, 8], [7, 8]],
  ] as const)
    it(what, () => assert.deepEqual(ordered(...arrived), [...expected]));

  it('begins anew with who counts anew', () => {
    const order = new ReorderBuffer();
    order.take(5_000, Uint8Array.of(1));
    assert.lengthOf(order.take(1, Uint8Array.of(2)), 1);
    assert.lengthOf(order.take(2, Uint8Array.of(3)), 1);
  });
});
