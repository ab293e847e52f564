import { assert } from 'chai';
import { PhraseBook, type Phrase } from '../../../application/runtime/phrase-book.ts';

/** Sound of so many bytes. */
const sound = (bytes: number): Phrase => ({ sound: [new Int16Array(bytes / 2)], marks: [] });

describe('a book of phrases', () => {
  it('finds what was kept, and nothing else', () => {
    const book = new PhraseBook(1_000);
    const greeting = sound(100);
    book.keep('greeting', greeting);
    assert.strictEqual(book.find('greeting'), greeting);
    assert.isNull(book.find('goodbye'));
  });

  it('keeps so many bytes at most, and forgets first what was not said for the longest time', () => {
    const book = new PhraseBook(300);
    for (const name of ['a', 'b', 'c']) book.keep(name, sound(100));
    book.find('a');
    book.keep('d', sound(100));
    assert.isNull(book.find('b'));
    assert.isNotNull(book.find('a'));
    book.keep('e', sound(200));
    assert.equal(book.bytes, 300);
    assert.deepEqual(
      ['a', 'c', 'd', 'e'].map((name) => book.find(name) !== null),
      [true, false, false, true],
    );
  });

  it('counts a phrase that is kept twice once', () => {
    const book = new PhraseBook(300);
    book.keep('a', sound(100));
    book.keep('a', sound(200));
    assert.equal(book.bytes, 200);
  });

  it('keeps nothing that is empty or would crowd out all else', () => {
    const book = new PhraseBook(300);
    book.keep('a', sound(100));
    book.keep('silence', sound(0));
    book.keep('speech', sound(302));
    const large = new PhraseBook(100_000_000);
    large.keep('novel', sound(5_000_000));
    assert.deepEqual([book.find('silence'), book.find('speech'), large.find('novel')], [null, null, null]);
    assert.equal(book.bytes, 100);
  });
});
