import { assert } from 'chai';
import fc from 'fast-check';
import type { ContentBlock } from '../../../domain/knowledge/blocks.ts';
import { chunkBlocks, type TextChunk } from '../../../domain/knowledge/chunking.ts';

const pagesOf = (texts: readonly string[]): ContentBlock[] =>
  texts.map((text, at) => ({ kind: 'text', page: at + 1, text }));
const passages = (...texts: readonly string[]): TextChunk[] => [...chunkBlocks(pagesOf(texts))];
const chunked = (...blocks: readonly ContentBlock[]): TextChunk[] => [...chunkBlocks(blocks)];
const prose = (words: string): ContentBlock => ({ kind: 'text', page: null, text: words });
const lines = (...items: readonly string[]): ContentBlock => ({ kind: 'list', items });
const heading = (level: number, title: string): ContentBlock => ({ kind: 'heading', level, text: title });
const texts = (...pages: readonly string[]): string[] => passages(...pages).map(({ text }) => text);
const even = (text: string): string => text.replace(/\s+/gu, '');

const SCRIPTS: readonly (readonly [language: string, sentence: string, joint: string])[] = [
  ['English', 'The door opens at nine. ', '. '],
  ['Hindi', 'दरवाज़ा नौ बजे खुलता है। ', '। '],
  ['Chinese', '门在九点打开。', '。'],
  ['Arabic', 'متى يفتح الباب؟ ', '؟ '],
];

describe('chunkBlocks', () => {
  it('makes one chunk of a short text', () => {
    assert.deepEqual(passages('A word.', 'And another.'), [{ text: 'A word. And another.', page: 1, heading: null }]);
    assert.deepEqual(passages('', ' \n\n '), []);
    assert.deepEqual(passages(), []);
  });

  for (const [language, sentence, joint] of SCRIPTS)
    it(`splits at sentence boundaries in ${language}`, () => {
      const found = texts(sentence.repeat(500));
      assert.isAbove(found.length, 2);
      for (const text of found) {
        assert.isAtMost(text.length, 1_001);
        assert.isTrue(text.startsWith(sentence.trim()), text);
        assert.isTrue(text.endsWith(joint.trim()), text);
      }
    });

  it('overlaps by the last sentences of the previous chunk', () => {
    const sentences = Array.from({ length: 100 }, (_, at) => `This is sentence number ${at} of many.`);
    const found = texts(sentences.join(' '));
    for (const [at, text] of found.slice(1).entries()) {
      const shared = /^.*?\./.exec(text)?.[0] ?? '';
      assert.include(found[at], shared);
      assert.isFalse(found[at]?.startsWith(shared));
    }
  });

  it('records the page a chunk starts on', () => {
    const page = 'Some words are on this page. '.repeat(20);
    assert.deepEqual(
      passages(page, page, page, page).map((passage) => passage.page),
      [1, 2, 3],
    );
  });

  it('joins lines and separates paragraphs', () => {
    assert.deepEqual(texts('We are\nopen from\r\nnine.'), ['We are open from nine.']);
    const filled = `${'word '.repeat(15)}\n`.repeat(30);
    assert.isAtLeast(texts(`${filled}end.`)[0]?.length ?? 0, 900);
  });

  it('joins words at soft hyphens and drops characters without meaning', () => {
    assert.deepEqual(texts('Öff\u00AD\nnungs\u00ADzeiten\0 \uFFFDgelten.'), ['Öffnungszeiten gelten.']);
  });

  it('cuts long sentences at spaces, else between characters', () => {
    assert.isTrue(texts('word '.repeat(1_000)).every((text) => /^(word )*word$/.test(text)));
    const smileys = texts('😀'.repeat(2_000));
    assert.isAbove(smileys.length, 3);
    assert.isTrue(smileys.every((text) => /^(😀)+$/u.test(text)));
  });

  it('keeps all text in order within the chunk length', () => {
    const page = fc.string({ unit: 'grapheme', maxLength: 3_000 });
    fc.assert(
      fc.property(fc.array(page, { maxLength: 5 }), (pages) => {
        const found = passages(...pages);
        assert.isTrue(found.every(({ text }) => text.length <= 1_001 && text === text.trim() && text !== ''));
        const order = found.map((passage) => passage.page ?? 0);
        assert.deepEqual(
          order,
          order.toSorted((a, b) => a - b),
        );
        const whole = even(pages.join('').replace(/\u00AD\s*|[\0\uFFFD]/gu, ''));
        assert.isTrue(
          isCovered(
            whole,
            found.map(({ text }) => even(text)),
          ),
        );
      }),
      { numRuns: 100 },
    );
  });
});

describe('chunkBlocks, in a document with structure', () => {
  it('ends chunks with their section, and names the headings above them', () => {
    const hours = [
      heading(1, 'Blue Door'),
      prose('Welcome.'),
      heading(2, 'Hours'),
      prose('From nine.'),
      prose('To five.'),
    ];
    assert.deepEqual(
      chunked(...hours, heading(2, 'Prices'), prose('Free.'), heading(1, 'Red Door'), prose('Closed.')),
      [
        { text: 'Welcome.', page: null, heading: 'Blue Door' },
        { text: 'From nine. To five.', page: null, heading: 'Blue Door › Hours' },
        { text: 'Free.', page: null, heading: 'Blue Door › Prices' },
        { text: 'Closed.', page: null, heading: 'Red Door' },
      ],
    );
  });

  it('overlaps within a section only', () => {
    const long = 'This is a sentence of the first section. '.repeat(40);
    const found = chunked(heading(1, 'One'), prose(long), heading(1, 'Two'), prose('Short.'));
    assert.isAbove(found.length, 2);
    assert.deepEqual(found.at(-1), { text: 'Short.', page: null, heading: 'Two' });
  });

  it('keeps a list that fits whole, with the sentence that introduces it', () => {
    const before = 'Some words stand before the list. '.repeat(25);
    const items = Array.from({ length: 10 }, (_, at) => `- ${at}: ${'item '.repeat(10).trim()}`);
    const found = chunked(prose(`${before}We serve:`), lines(...items));
    assert.lengthOf(found, 2);
    assert.isTrue(found[1]?.text.endsWith(`We serve:\n${items.join('\n')}`), found[1]?.text);
  });

  it('divides a longer list or table between its lines only', () => {
    const rows = Array.from({ length: 100 }, (_, at) => `- Day: ${at}; Opens: nine in the morning; Closes: five`);
    const found = chunked(lines(...rows));
    assert.isAbove(found.length, 4);
    for (const { text: words } of found) {
      assert.isAtMost(words.length, 1_001);
      for (const line of words.split('\n')) assert.include(rows, line);
    }
    assert.sameMembers([...new Set(found.flatMap(({ text: words }) => words.split('\n')))], rows);
  });

  it('cuts a line that is longer than a chunk', () => {
    const found = chunked(lines(`- ${'word '.repeat(500)}`, '- short'));
    for (const { text: words } of found) assert.isAtMost(words.length, 1_001);
    assert.equal(found.at(-1)?.text.split('\n').at(-1), '- short');
  });
});

/** Whether the chunks, which may overlap, cover the whole text. */
function isCovered(whole: string, pieces: readonly string[]): boolean {
  let covered = 0;
  for (const piece of pieces) {
    const from = Math.max(0, covered - piece.length);
    const at = Array.from({ length: covered - from + 1 }, (_, back) => covered - back).find(
      (start) => whole.startsWith(piece, start) && start + piece.length > covered,
    );
    if (at === undefined) return false;
    covered = at + piece.length;
  }
  return covered === whole.length;
}
