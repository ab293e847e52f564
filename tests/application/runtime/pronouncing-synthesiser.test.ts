import { assert } from 'chai';
import * as fc from 'fast-check';
import type { SpeechSynthesiser, SynthesisOptions } from '../../../application/ports/text-to-speech.ts';
import { pronouncingSynthesiser } from '../../../application/runtime/pronouncing-synthesiser.ts';
import type { Pronunciation } from '../../../domain/agents/speech.ts';
import { playedText, type WordTiming } from '../../../domain/voice/played-text.ts';
import { pronunciationsIn } from '../../../domain/voice/pronunciation.ts';
import { n2wordsNumbers } from '../../../adapters/number-words/n2words.ts';
import { normaliserOf } from '../../../domain/normalisation/normaliser.ts';
import { substitutions } from '../../../domain/voice/substitutions.ts';

const RATE = 1_000;
const SECONDS_PER_WORD = 0.1;

/** A voice whose words take a tenth of a second each, with word timings, and what it was requests to say. */
function steadyVoice(speaksIpa?: boolean) {
  const requests: { text: string; options: SynthesisOptions | undefined }[] = [];
  const prepared: unknown[] = [];
  const voice: SpeechSynthesiser = {
    sampleRate: RATE,
    ...(speaksIpa !== undefined && { speaksIpa }),
    async *synthesise(text, _signal, options) {
      requests.push({ text, options });
      for (const [index, word] of [...text.matchAll(/\S+/gu)].entries()) {
        options?.onWordTiming?.({ reached: word.index + word[0].length, at: (index + 1) * SECONDS_PER_WORD });
        yield new Int16Array(RATE * SECONDS_PER_WORD);
      }
    },
    prepare: (...announced) => void prepared.push(announced),
    close: () => undefined,
  };
  return { voice, requests, prepared };
}

async function speak(voice: SpeechSynthesiser, text: string, onWordTiming?: (timing: WordTiming) => void) {
  let samples = 0;
  const options = onWordTiming ? { onWordTiming } : {};
  for await (const { length } of voice.synthesise(text, new AbortController().signal, options)) samples += length;
  return samples;
}

const NGINX: Pronunciation = { term: 'nginx', say_as: 'engine ex', phonemes: 'ˈɛndʒɪn ˈɛks' };

describe('pronouncingSynthesiser', () => {
  it('lets the voice say the substitution, also of a text that is announced', async () => {
    const { voice, requests, prepared } = steadyVoice();
    const pronouncing = pronouncingSynthesiser(voice, pronunciationsIn([NGINX], 'en'));
    const speech = {};
    pronouncing.prepare?.('Is Nginx up?', speech);
    await speak(pronouncing, 'Is Nginx up?');
    assert.deepEqual(prepared, [['Is engine ex up?', speech, []]]);
    assert.deepEqual(requests, [{ text: 'Is engine ex up?', options: {} }]);
  });

  it('gives a voice that speaks IPA the written word and its phonemes', async () => {
    const { voice, requests, prepared } = steadyVoice(true);
    const shy: Pronunciation = { term: 'Siobhan', say_as: 'shiv awn' };
    const pronouncing = pronouncingSynthesiser(voice, pronunciationsIn([NGINX, shy], 'en'));
    pronouncing.prepare?.('Siobhan runs nginx.', {});
    await speak(pronouncing, 'Siobhan runs nginx.');
    const phonemes = [{ from: 14, to: 19, ipa: 'ˈɛndʒɪn ˈɛks' }];
    assert.deepEqual(requests, [{ text: 'shiv awn runs nginx.', options: { phonemes } }]);
    const [text, , announced] = prepared[0] as readonly unknown[];
    assert.deepEqual([text, announced], ['shiv awn runs nginx.', phonemes]);
  });

  it('writes numbers out for a voice that needs it, and counts them as one written part', async () => {
    const normalise = normaliserOf('en', n2wordsNumbers().spellerOf);
    const { voice, requests } = steadyVoice();
    const pronouncing = pronouncingSynthesiser(
      { ...voice, needsNormalisation: true },
      substitutions(() => [], normalise),
    );
    const text = 'It costs $12.50 today';
    const marks: WordTiming[] = [];
    await speak(pronouncing, text, (mark) => marks.push(mark));
    assert.deepEqual(
      requests.map((request) => request.text),
      ['It costs twelve dollars and fifty cents today'],
    );
    const played = (words: number): string =>
      playedText([{ text, samples: 805, played: words * 100 + 5, marks }], RATE);
    assert.strictEqual(played(6), 'It costs');
    assert.strictEqual(played(7), 'It costs $12.50');
    assert.strictEqual(played(8), text);
  });

  it('counts the played part in written words, whenever the caller interrupts', async () => {
    const words = fc.constantFrom('Nginx', 'SQL', 'up', 'is', 'the', 'Łódź', 'naïve');
    const says = fc.constantFrom('engine ex', 's', 'my very own way', 'łudʑ');
    const dictionary = fc
      .dictionary(words, says)
      .map((each) => Object.entries(each).map(([term, say_as]): Pronunciation => ({ term, say_as })));
    await fc.assert(
      fc.asyncProperty(
        fc.array(words, { minLength: 1, maxLength: 8 }),
        dictionary,
        fc.nat(4_000),
        async (written, entries, at) => {
          const text = `${written.join(' ')}.`;
          const marks: WordTiming[] = [];
          const pronouncing = pronouncingSynthesiser(steadyVoice().voice, pronunciationsIn(entries, 'en'));
          const samples = await speak(pronouncing, text, (mark) => marks.push(mark));
          const played = Math.min(at, samples);
          const result = playedText([{ text, samples, played, marks }], RATE);
          let end = 0;
          const complete = written.filter((word) => {
            const replacement = entries.find(({ term }) => term === word)?.say_as ?? word;
            end += replacement.split(' ').length * SECONDS_PER_WORD * RATE;
            return end <= played + 1e-6;
          });
          assert.strictEqual(result, played === samples ? text : complete.join(' '));
        },
      ),
    );
  });
});
