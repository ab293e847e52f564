import { assert } from 'chai';
import { isPhrase } from '../../../adapters/providers/local/combined-recogniser.ts';
import { textSimilarity } from '../../../adapters/providers/local/text-similarity.ts';
import { EVERYDAY_PHRASES, wholePhrases } from '../../../adapters/providers/local/phrases.ts';
import { pronunciationsOf } from '../../../adapters/providers/local/pronunciations.ts';
import { readDictionary } from '../../../adapters/providers/local/sphinx.ts';

describe('the phrases of the local recogniser', () => {
  it('are bare words, each phrase once', () => {
    const written = ['What’s new?', "  what's   NEW ", 'Crème brûlée, please!', 'a well-known one', '…', ''];
    assert.deepEqual(wholePhrases(written), ["what's new", 'creme brulee please', 'a well known one']);
  });

  it('are the everyday ones when there are none', () => {
    assert.equal(wholePhrases([]), EVERYDAY_PHRASES);
    assert.equal(wholePhrases([' ', '!?']), EVERYDAY_PHRASES);
  });

  it('are written the way they are understood, and can all be pronounced', async () => {
    assert.deepEqual(wholePhrases(EVERYDAY_PHRASES), EVERYDAY_PHRASES);
    const words = new Set(EVERYDAY_PHRASES.flatMap((phrase) => phrase.split(' ')));
    assert.isEmpty(pronunciationsOf(words, (await readDictionary()).toString('latin1')).unknown);
  });

  it('are looked up with every pronunciation of their words', () => {
    const dictionary = 'a AH\na(2) EY\nable EY B AH L\nthe DH AH\nthe(2) DH IY';
    assert.deepEqual(pronunciationsOf(new Set(['a', 'the', 'zebra']), dictionary), {
      lines: ['a AH', 'a(2) EY', 'the DH AH', 'the(2) DH IY'],
      unknown: ['zebra'],
    });
  });

  it('are distinguished from a free sentence by text similarity', () => {
    assert.isTrue(isPhrase('i want to book a table for two', 'i want to but contained all for two'));
    assert.isTrue(isPhrase('goodbye', 'goodbye'));
    assert.isFalse(isPhrase('can you help me', 'can you help me find my keys please'));
    assert.isFalse(isPhrase('can you repeat that please', 'the train leaves in the morning at nine'));
    assert.isFalse(isPhrase('no', ''));
    assert.isTrue(isPhrase('', ''));
  });

  it('are as alike as the pairs of letters they share', () => {
    assert.equal(textSimilarity('night', 'nacht'), 0.25);
    assert.equal(textSimilarity('aaa', 'a a'), 2 / 3);
    assert.equal(textSimilarity('same words', 'same words'), 1);
    assert.equal(textSimilarity('a', ''), 0);
  });
});
