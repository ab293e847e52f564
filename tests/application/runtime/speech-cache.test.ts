import { assert } from 'chai';
import { SpeechCache, type CachedSpeech } from '../../../application/runtime/speech-cache.ts';

/** Audio with this number of bytes. */
const sound = (bytes: number): CachedSpeech => ({ chunks: [new Int16Array(bytes / 2)], wordTimings: [] });

describe('SpeechCache', () => {
  it('returns stored speech and nothing else', () => {
    const book = new SpeechCache(1_000);
    const greeting = sound(100);
    book.put('greeting', greeting);
    assert.strictEqual(book.get('greeting'), greeting);
    assert.isNull(book.get('goodbye'));
  });

  it('stays within its limit and evicts the least recently used', () => {
    const book = new SpeechCache(300);
    for (const name of ['a', 'b', 'c']) book.put(name, sound(100));
    book.get('a');
    book.put('d', sound(100));
    assert.isNull(book.get('b'));
    assert.isNotNull(book.get('a'));
    book.put('e', sound(200));
    assert.equal(book.bytes, 300);
    assert.deepEqual(
      ['a', 'c', 'd', 'e'].map((name) => book.get(name) !== null),
      [true, false, false, true],
    );
  });

  it('counts speech stored twice once', () => {
    const book = new SpeechCache(300);
    book.put('a', sound(100));
    book.put('a', sound(200));
    assert.equal(book.bytes, 200);
  });

  it('does not store empty or too large speech', () => {
    const book = new SpeechCache(300);
    book.put('a', sound(100));
    book.put('silence', sound(0));
    book.put('speech', sound(302));
    const large = new SpeechCache(100_000_000);
    large.put('novel', sound(5_000_000));
    assert.deepEqual([book.get('silence'), book.get('speech'), large.get('novel')], [null, null, null]);
    assert.equal(book.bytes, 100);
  });
});
