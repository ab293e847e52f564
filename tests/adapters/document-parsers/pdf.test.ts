import { assert } from 'chai';
import { parse } from '../../../adapters/document-text/parsers/pdf.ts';
import { chunkBlocks } from '../../../domain/knowledge/chunking.ts';
import { written } from '../../support/pdf-files.ts';
import { rawPdf } from './raw-pdfs.ts';
import { parsed } from './parsed.ts';

const WORDS = 'These words are about an inn, its rooms, its garden and the people who live in it. '.repeat(4).trim();

/** Writes paragraphs, and lines in a larger font after `# `, `## ` and so on. A form feed begins a page. */
const pdf = (...lines: readonly string[]): Promise<Buffer> =>
  written((document) => {
    for (const line of lines) {
      const [, marks = '', text = ''] = /^(#*) ?([^]*)$/.exec(line) ?? [];
      if (line === '\f') document.addPage();
      else document.fontSize(marks === '' ? 11 : 30 - 5 * marks.length).text(text);
    }
  });

/** A page with lines at 700, 600 and 500 points, and these bookmarks. */
function bookmarked(...bookmarks: readonly string[]): Buffer {
  const content = 'BT /F1 12 Tf 72 700 Td (One.) Tj 0 -100 Td (Two.) Tj 0 -100 Td (Three.) Tj ET';
  const nth = (at: number): string => `${at + 7} 0 R`;
  const items = bookmarks.map((entries, at) => {
    const next = at + 1 < bookmarks.length ? `/Next ${nth(at + 1)}` : '';
    return `<< /Parent 6 0 R ${next} ${entries} >>`;
  });
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Type /Outlines /First ${nth(0)} /Last ${nth(bookmarks.length - 1)} /Count ${bookmarks.length} >>`,
    ...items,
  ]);
}

describe('the parser of PDFs', () => {
  it('takes short lines in a larger font for headings, by size', async () => {
    const file = await pdf('# The inn', WORDS, '## Opening hours', 'At nine.', WORDS, '\f', WORDS, '## Prices', WORDS);
    const blocks = await parsed(parse, file);
    assert.deepEqual(
      blocks.filter((block) => block.includes('#')),
      ['# The inn', '## Opening hours', '## Prices'],
    );
    assert.deepEqual(
      [...chunkBlocks(await parse(file, { pages: 9, characters: 99_999, sections: 99 }))].map(
        ({ page, heading, text }) => [page, heading, text.slice(0, 11)],
      ),
      [
        [1, 'The inn', 'These words'],
        [1, 'The inn › Opening hours', 'At nine. Th'],
        [2, 'The inn › Prices', 'These words'],
      ],
    );
  });

  it('joins the lines of a long heading', async () => {
    const title = 'A heading that is far too long for one line of a page in such a large font';
    assert.include(await parsed(parse, await pdf(`# ${title}`, WORDS, WORDS)), `# ${title}`);
  });

  it('leaves page headers, and documents that are mostly large, as text', async () => {
    const page = ['# Blue Door Inn', WORDS, '\f'];
    const report = await parsed(parse, await pdf(...page, ...page, ...page, ...page));
    const slides = await parsed(parse, await pdf('# Rooms', '# Garden', '# Prices', 'A small note about the garden.'));
    for (const block of [...report, ...slides]) assert.notMatch(String(block), /^#/);
  });

  it('keeps a page without headings as one block, and an empty page', async () => {
    const file = await pdf(WORDS, '\f', '\f', WORDS);
    assert.deepEqual(await parsed(parse, file), [WORDS, '', WORDS]);
  });

  it('takes the words that bookmarks name for headings, whatever their font', async () => {
    const file = await written((document) => {
      const inn = document.outline.addItem('The inn');
      document.fontSize(11).text('1. The inn').text(WORDS);
      inn.addItem('Opening hours');
      document.text('Opening hours').text('At nine.');
      document.fontSize(20).text('Large but no heading').fontSize(11);
      document.addPage();
      document.outline.addItem('Prices');
      document.text('PRICES').text(WORDS);
    });
    assert.deepEqual(await parsed(parse, file), [
      '# 1. The inn',
      WORDS,
      '## Opening hours',
      'At nine. Large but no heading',
      '# PRICES',
      WORDS,
    ]);
  });

  it('puts a bookmark whose words are not on its page where it leads to', async () => {
    const at = (title: string, place: string): string => `/Title (${title}) /Dest [3 0 R ${place}]`;
    const file = bookmarked(at('First', '/Fit'), at('Second', '/XYZ 0 610 0'), at('Third', '/FitH 510'));
    assert.deepEqual(await parsed(parse, file), ['# First', 'One.', '# Second', 'Two.', '# Third', 'Three.']);
  });

  it('reads a document whose bookmarks lead nowhere', async () => {
    const nowhere = bookmarked('/Title (A) /Dest [99 0 R /Fit]', '/Title (B) /Dest (unknown)', '/Title (C)', '/Dest 7');
    assert.deepEqual(await parsed(parse, nowhere), ['One. Two. Three.']);
  });

  it('reads a document with more headings than one may have without them', async () => {
    const file = await pdf('# The inn', WORDS, '# Prices', WORDS);
    const blocks = await parse(file, { pages: 9, characters: 99_999, sections: 1 });
    assert.deepEqual(
      blocks.map(({ kind }) => kind),
      ['text'],
    );
    assert.include(JSON.stringify(blocks), 'The inn');
  });
});
