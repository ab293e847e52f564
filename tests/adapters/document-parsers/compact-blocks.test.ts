import { assert } from 'chai';
import { compactBlocks } from '../../../adapters/document-text/compact-blocks.ts';
import type { ContentBlock } from '../../../domain/knowledge/blocks.ts';

const text = (words: string, page: number | null = null): ContentBlock => ({ kind: 'text', text: words, page });
const HEADING: ContentBlock = { kind: 'heading', level: 1, text: 'Hours' };

describe('compactBlocks', () => {
  it('joins paragraphs between headings, and no pages', () => {
    assert.deepEqual(compactBlocks([text('One.'), text('Two.'), HEADING, text('Three.')]), [
      text('One.\n\nTwo.'),
      HEADING,
      text('Three.'),
    ]);
    const pages = [text('One.', 1), text('Two.', 2)];
    assert.deepEqual(compactBlocks(pages), pages);
  });

  it('divides an endless list between its items, and leaves others whole', () => {
    const list: ContentBlock = { kind: 'list', items: Array.from({ length: 5_000 }, (_, at) => `- item ${at}`) };
    const divided = compactBlocks([list]);
    assert.isAbove(divided.length, 4);
    assert.deepEqual(
      divided.flatMap((block) => (block.kind === 'list' ? block.items : [])),
      list.items,
    );
    const short: ContentBlock = { kind: 'list', items: ['- one', '- two'] };
    assert.deepEqual(compactBlocks([short]), [short]);
  });

  it('divides an endless paragraph between words, or between characters', () => {
    for (const endless of ['word '.repeat(10_000), '😀'.repeat(25_001)]) {
      const divided = compactBlocks([text(endless)]).map((block) => (block.kind === 'text' ? block.text : ''));
      assert.equal(divided.join(''), endless);
      for (const part of divided) {
        assert.isAtMost(part.length, 10_001);
        assert.notMatch(part, /^[\udc00-\udfff]/);
      }
    }
  });

  it('divides an endless item, an endless heading and an endless page, and loses nothing', () => {
    const words = 'x '.repeat(100_000);
    const endless: ContentBlock[] = [
      { kind: 'list', items: ['- one', words, '- two'] },
      { ...HEADING, text: words },
      text(words, 3),
    ];
    for (const block of endless) {
      const divided = compactBlocks([block]);
      const parts = divided.flatMap((part) => (part.kind === 'list' ? part.items : [part.text]));
      assert.equal(parts.join(''), block.kind === 'list' ? block.items.join('') : block.text);
      assert.isAtMost(Math.max(...parts.map(({ length }) => length)), 10_001);
      assert.equal(divided[0]?.kind, block.kind);
    }
    const pages = compactBlocks([text(words, 3)]).map((block) => block.kind === 'text' && block.page);
    assert.deepEqual(new Set(pages), new Set([3]));
  });
});
