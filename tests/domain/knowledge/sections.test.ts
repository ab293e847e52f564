import { assert } from 'chai';
import fc from 'fast-check';
import type { ContentBlock } from '../../../domain/knowledge/blocks.ts';
import { sectionsOf } from '../../../domain/knowledge/sections.ts';

const text = (words: string): ContentBlock => ({ kind: 'text', page: null, text: words });
const heading = (level: number, title: string): ContentBlock => ({ kind: 'heading', level, text: title });
const sections = (...blocks: readonly ContentBlock[]): (readonly [heading: string | null, ...body: string[]])[] =>
  Array.from(
    sectionsOf(blocks),
    ({ heading: path, body }) =>
      [path, ...body.map((block) => (block.kind === 'text' ? block.text : block.items.join('|')))] as const,
  );

describe('sectionsOf', () => {
  it('gives text before the first heading, and no section for nothing', () => {
    assert.deepEqual(sections(text('a'), heading(1, 'One'), text('b')), [
      [null, 'a'],
      ['One', 'b'],
    ]);
    assert.deepEqual(sections(), []);
  });

  it('replaces headings of the same level and deeper ones, also where levels are left out', () => {
    assert.deepEqual(
      sections(heading(2, 'A'), heading(4, 'B'), text('1'), heading(3, 'C'), text('2'), heading(1, 'D'), text('3')),
      [
        ['A › B', '1'],
        ['A › C', '2'],
        ['D', '3'],
      ],
    );
  });

  it('keeps a heading with nothing below it as text', () => {
    assert.deepEqual(sections(heading(1, 'A'), heading(2, 'B'), heading(2, 'C'), text('1'), heading(1, 'D')), [
      ['A', 'B'],
      ['A › C', '1'],
      [null, 'D'],
    ]);
  });

  it('keeps a heading above an empty page as text, on its own page', () => {
    const blocks: ContentBlock[] = [
      { kind: 'heading', level: 1, text: 'A', page: 7 },
      { kind: 'text', text: ' ', page: 8 },
    ];
    assert.deepEqual([...sectionsOf(blocks)], [{ heading: null, body: [{ kind: 'text', text: 'A', page: 7 }] }]);
  });

  it('ends sections at an empty heading', () => {
    assert.deepEqual(sections(heading(1, 'A'), heading(7, 'B'), text('1'), heading(7, ' '), text('2')), [
      ['A › B', '1'],
      ['A', '2'],
    ]);
  });

  it('keeps a heading that is too long for one as text, too', () => {
    const long = 'word '.repeat(100).trim();
    const [[path, ...body] = [null]] = sections(heading(1, long), text('1'));
    assert.isTrue(path?.startsWith('word word') && path.endsWith('…'));
    assert.isAtMost(path?.length ?? 0, 201);
    assert.deepEqual(body, [long, '1']);
  });

  it('leaves the outermost headings out of a path that would be too long', () => {
    const names = ['a', 'b', 'c'].map((letter) => letter.repeat(190));
    const [[path] = [null]] = sections(...names.map((name, at) => heading(at + 1, name)), text('1'));
    assert.equal(path, names.slice(1).join(' › '));
  });

  it('loses no words, whatever the order of headings', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    const block = fc.oneof(
      fc.record({ kind: fc.constant('heading' as const), level: fc.integer({ min: 1, max: 7 }), text: word }),
      fc.record({ kind: fc.constant('text' as const), page: fc.constant(null), text: word }),
    );
    fc.assert(
      fc.property(fc.array(block, { maxLength: 12 }), (blocks) => {
        const found = JSON.stringify(sections(...blocks));
        for (const { text: words } of blocks) assert.include(found, words);
      }),
      { numRuns: 100 },
    );
  });
});
