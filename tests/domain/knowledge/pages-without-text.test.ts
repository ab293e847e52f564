import { assert } from 'chai';
import type { ContentBlock } from '../../../domain/knowledge/blocks.ts';
import { noticeOfPages } from '../../../domain/knowledge/pages-without-text.ts';

const pages = (...texts: readonly string[]): ContentBlock[] =>
  texts.map((text, at) => ({ kind: 'text', page: at + 1, text }));

describe('noticeOfPages', () => {
  it('lists the pages without text, consecutive ones as a range', () => {
    assert.equal(
      noticeOfPages(pages('One.', '', 'Three.', ' \n', '', '')),
      'Pages without text: 2, 4–6 (4 of 6). If they are scanned, run text recognition on the PDF and upload it again.',
    );
  });

  it('counts a page with several blocks or only a heading once', () => {
    const blocks: ContentBlock[] = [
      { kind: 'heading', level: 1, text: 'Title', page: 1 },
      { kind: 'text', page: 2, text: '' },
      { kind: 'heading', level: 1, text: 'Hours', page: 2 },
      { kind: 'text', page: 2, text: 'At nine.' },
      { kind: 'text', page: 3, text: '' },
    ];
    assert.match(noticeOfPages(blocks) ?? '', /text: 3 \(1 of 3\)/);
  });

  it('lists ten ranges at most', () => {
    const many = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? 'words' : ''));
    assert.match(noticeOfPages(pages(...many)) ?? '', /text: 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, … \(20 of 40\)/);
  });

  it('is silent when all pages have text, none has, or there are no pages', () => {
    assert.isNull(noticeOfPages(pages('One.', 'Two.')));
    assert.isNull(noticeOfPages(pages('', '')));
    assert.isNull(
      noticeOfPages([
        { kind: 'text', page: null, text: '' },
        { kind: 'list', items: [] },
      ]),
    );
  });
});
