import { assert } from 'chai';
import fc from 'fast-check';
import { textChanges } from '../../../domain/agents/text-changes.ts';

const MANY = 1_000_000;
const written = (before: string, after: string, pairsMax = MANY): string[] => {
  const signs = { same: ' ', added: '+', removed: '-' } as const;
  return textChanges(before, after, pairsMax).lines.map(({ kind, text }) => `${signs[kind]}${text}`);
};

describe('textChanges', () => {
  it('keeps lines of both texts, and writes what was removed before what was added', () => {
    assert.deepEqual(written('a\nb\nc\nd', 'a\nx\nc\ny\nd'), [' a', '-b', '+x', ' c', '+y', ' d']);
    assert.deepEqual(written('a', 'a'), [' a']);
    assert.deepEqual(written('a\n', 'a'), [' a', '-']);
    assert.deepEqual(written('a\na', 'a\na\na'), [' a', ' a', '+a']);
  });

  it('replaces all lines between the first and the last change beyond its number of pairs', () => {
    assert.deepEqual(written('a\nb\nc\nd', 'a\nx\nc\ny\nd', 5), [' a', '-b', '-c', '+x', '+c', '+y', ' d']);
    assert.equal(textChanges('a\nb\nc\nd', 'a\nx\nc\ny\nd', 6).pairs, 6);
    assert.equal(textChanges('a\nb\nc\nd', 'a\nx\nc\ny\nd', 5).pairs, 0);
  });

  it('contains both texts, whatever they are', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, fc.constantFrom(0, 20, MANY), (before, after, pairsMax) => {
        const { lines } = textChanges(before, after, pairsMax);
        const without = (left: string) =>
          lines
            .filter(({ kind }) => kind !== left)
            .map((line) => line.text)
            .join('\n');
        assert.deepEqual([without('added'), without('removed')], [before, after]);
      }),
      { numRuns: 100 },
    );
  });
});
