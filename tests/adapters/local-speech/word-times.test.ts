import { assert } from 'chai';
import { WordTimes, type Sound } from '../../../adapters/providers/local/word-times.ts';
import type { WordTiming } from '../../../domain/voice/played-text.ts';
import { localVoices } from './local-stands.ts';
import { Flite } from '../../../adapters/providers/local/flite.ts';
import { n2wordsNumbers } from '../../../adapters/number-words/n2words.ts';
import { normaliserOf } from '../../../domain/normalisation/normaliser.ts';
import { speechForm } from '../../../domain/voice/speech-form.ts';

const RATE = 16_000;

/** The whole audio of a text, and where in the text the voice says that it is. */
async function timed(name: 'kal16' | 'slt' | 'rms' | 'awb', text: string, speed = 1) {
  const voice = await localVoices({ voice: name, speed }).open();
  const marks: WordTiming[] = [];
  const words = text.split(' ').length;
  let everything = (): void => undefined;
  const all = new Promise<void>((resolve) => (everything = resolve));
  const onWordTiming = (mark: WordTiming): void => {
    marks.push(mark);
    if (marks.length === words) everything();
  };
  const samples: number[] = [];
  for await (const chunk of voice.synthesise(text, new AbortController().signal, { onWordTiming }))
    for (const sample of chunk) samples.push(sample);
  await all;
  return { samples, marks };
}

const loudness = (samples: readonly number[], from: number, to: number): number => {
  const part = samples.slice(Math.round(from * RATE), Math.round(to * RATE));
  return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length);
};

describe('the word times of the local voice', function () {
  let flite: Flite;
  before(async () => {
    flite = await Flite.load();
  });

  const TEXT = 'We are open from nine to five on weekdays, and the garden gate stays open until 10 at night.';

  for (const name of ['kal16', 'slt', 'rms', 'awb'] as const)
    it(`contain the end of every word of ${name}; at a comma, the start of the silence`, async () => {
      const { samples, marks } = await timed(name, TEXT);
      assert.deepEqual(
        marks.map(({ reached }) => reached),
        [...TEXT.matchAll(/ |$/g)].map(({ index }) => index),
      );
      const ends = marks.map(({ at }) => at);
      assert.deepEqual(
        ends.toSorted((a, b) => a - b),
        ends,
      );
      assert.isAtMost(ends.at(-1)!, samples.length / RATE);
      const comma = marks.find(({ reached }) => TEXT[reached - 1] === ',')!;
      const silence = loudness(samples, comma.at + 0.03, comma.at + 0.07);
      assert.isBelow(silence, loudness(samples, comma.at - 0.4, comma.at - 0.1) / 4);
    });

  it('follow the speed, and the pieces of a long text', async () => {
    const [usual, fast] = [await timed('kal16', TEXT), await timed('kal16', TEXT, 2)];
    for (const [at, mark] of fast.marks.entries()) assert.closeTo(mark.at, usual.marks[at]!.at / 2, 0.1);
    const { samples, marks } = await timed('kal16', 'The door is open. You can come in. Sit down.');
    const second = marks[4]!.at;
    assert.isAbove(second, marks[3]!.at + 0.15, 'there is a pause between sentences');
    assert.isAtMost(marks.at(-1)!.at, samples.length / RATE);
  });

  it('exist for numbers, money, times and addresses that are written out', () => {
    const normalise = normaliserOf('en', n2wordsNumbers().spellerOf);
    const times = new WordTimes((text) => flite.pronounce(text));
    for (const written of ['$12.50 at 10:30', 'On Nov 24, 2026 by 7 pm', 'ada@example.com or +49 30 123456']) {
      const { text } = speechForm(written, normalise(written), false);
      const { sounds } = flite.speak({ text, voice: 'slt', speed: 1 });
      assert.lengthOf(times.of(text, sounds), text.split(' ').length, text);
    }
  });

  it('are none where the sounds do not fit the words', () => {
    const sound = (name: string): Sound => ({ name, end: 1 });
    const times = new WordTimes((text) => text.split(', ').flatMap(() => [sound('a'), sound('pau')]));
    assert.deepEqual(times.of('one two', [sound('a')]), []);
    assert.lengthOf(times.of('one two', [sound('a'), sound('b')]), 2);
    assert.deepEqual(times.of('... !', []), []);
  });
});
