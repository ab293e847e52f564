import { assert } from 'chai';
import { ReorderBuffer } from '../../../adapters/media/reorder-buffer.ts';

describe('ReorderBuffer', () => {
  /** What comes out when these chunks come in. */
  const ordered = (...chunks: number[]): number[] => {
    const order = new ReorderBuffer();
    return chunks.flatMap((chunk) => order.take(chunk, Uint8Array.of(chunk)).map(([byte]) => byte ?? -1));
  };

  for (const [what, arrived, expected] of [
    ['keeps the order', [1, 2, 3], [1, 2, 3]],
    ['restores the order', [1, 3, 2, 4], [1, 2, 3, 4]],
    ['restores the order over several chunks', [1, 4, 3, 2, 5], [1, 2, 3, 4, 5]],
    ['drops repeated chunks', [1, 2, 2, 1, 3], [1, 2, 3]],
    ['skips a lost chunk once three wait for it', [1, 3, 4, 5, 6, 2, 7], [1, 3, 4, 5, 6, 7]],
    ['starts at the first chunk', [7, 8], [7, 8]],
  ] as const)
    it(what, () => assert.deepEqual(ordered(...arrived), [...expected]));

  it('restarts when the count restarts', () => {
    const order = new ReorderBuffer();
    order.take(5_000, Uint8Array.of(1));
    assert.lengthOf(order.take(1, Uint8Array.of(2)), 1);
    assert.lengthOf(order.take(2, Uint8Array.of(3)), 1);
  });
});
