import { assert } from 'chai';
import * as fc from 'fast-check';
import { partOf } from '../../adapters/http/ranges.ts';

describe('a Range header', () => {
  const table: readonly [string, number, ReturnType<typeof partOf>][] = [
    ['bytes=0-0', 10, { first: 0, last: 0 }],
    ['bytes=2-', 10, { first: 2, last: 9 }],
    ['bytes=-3', 10, { first: 7, last: 9 }],
    ['bytes=-30', 10, { first: 0, last: 9 }],
    ['bytes=5-99999999999999999999999', 10, { first: 5, last: 9 }],
    ['BYTES=1-2', 10, { first: 1, last: 2 }],
    ['bytes= 1 - 2', 10, { first: 1, last: 2 }],
    ['bytes=10-', 10, 'outside'],
    ['bytes=99-100', 10, 'outside'],
    ['bytes=-0', 10, 'outside'],
    ['bytes=0-', 0, 'outside'],
    ['bytes=-1', 0, 'outside'],
    ['bytes=3-2', 10, null],
    ['bytes=-', 10, null],
    ['bytes=', 10, null],
    ['bytes=0-1,3-4', 10, null],
    ['bytes=1.5-2', 10, null],
    ['items=0-1', 10, null],
    ['', 10, null],
  ];
  for (const [header, size, expected] of table)
    it(`${JSON.stringify(header)} of ${size} bytes is ${JSON.stringify(expected)}`, () =>
      assert.deepEqual(partOf(header, size), expected));

  it('stays within the object', () => {
    const header = fc.oneof(
      fc.string(),
      fc.tuple(fc.nat(), fc.nat()).map(([from, to]) => `bytes=${from}-${to}`),
    );
    fc.assert(
      fc.property(header, fc.nat({ max: 1000 }), (range, size) => {
        const part = partOf(range, size);
        if (part !== null && part !== 'outside')
          assert.isTrue(0 <= part.first && part.first <= part.last && part.last < size);
      }),
    );
  });
});
