import { assert } from 'chai';
import { loadedRnnoise } from '../../adapters/lib/rnnoise-streams.ts';
import { rnnoiseSuppression } from '../../adapters/noise-suppression/rnnoise-suppressor.ts';
import { speexResampling } from '../../adapters/resampler/speex.ts';
import { PHRASES } from '../../bench/turns/scripts.ts';
import { WordRunner, wordErrors } from '../../bench/turns/words.ts';

describe('the word errors of the turn-taking bench', () => {
  const CASES = [
    ['the same words', 'a b c', 'a b c', { words: 3, lost: 0, errors: 0 }],
    ['a missing word', 'a b c', 'a c', { words: 3, lost: 1, errors: 1 }],
    ['another word', 'a b c', 'a x c', { words: 3, lost: 1, errors: 1 }],
    ['a word that was not said', 'a b c', 'a b x c', { words: 3, lost: 0, errors: 1 }],
    ['no words', 'a b c', '', { words: 3, lost: 3, errors: 3 }],
    ['words of another phrase', 'a b c', 'x y c z', { words: 3, lost: 2, errors: 3 }],
  ] as const;
  for (const [what, phrase, text, expected] of CASES)
    it(`count ${what}`, () => assert.deepEqual(wordErrors(phrase, text), expected));

  it('are none on a clean line, and fewer with noise suppression in noise', async () => {
    assert.lengthOf(PHRASES, 12);
    const words = await WordRunner.open();
    const ports = { rnnoise: await loadedRnnoise(), resampling: await speexResampling() };
    const options = { callers: ['slt'] as const, inputRate: 16_000 as const, resampling: ports.resampling };
    const count = PHRASES.join(' ').split(' ').length;
    assert.deepEqual(await words.run('clean', { ...options, suppression: null }), { words: count, lost: 0, errors: 0 });
    const plain = await words.run('pink 5 dB', { ...options, suppression: null });
    const suppressed = await words.run('pink 5 dB', { ...options, suppression: rnnoiseSuppression(ports) });
    assert.isBelow(suppressed.lost, plain.lost / 2);
    await words.close();
  });
});
