import { assert } from 'chai';
import { Deferred } from '../../../application/deferred.ts';
import { LanguageVoices } from '../../../application/runtime/language-voices.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { ScriptedSynthesiser } from '../../support/fake-vendors.ts';

function world() {
  const clock = fakeClock();
  const voiceOf = (provider: string, sampleRate: number) => {
    const service = new ScriptedSynthesiser(clock, { sampleRate });
    return { service, provider: () => provider };
  };
  const [english, german] = [voiceOf('english', 16_000), voiceOf('german', 24_000)];
  const openings: string[] = [];
  const opening = new Deferred<typeof german>();
  const voices = new LanguageVoices('en', english, (language) => {
    openings.push(language);
    return opening.promise;
  });
  const say = async (text: string): Promise<void> => {
    for await (const _ of voices.synthesise(text, new AbortController().signal));
  };
  return { clock, english, german, openings, opening, voices, say };
}

describe('LanguageVoices', () => {
  it('speaks the first text after a switch with the voice of the language, and waits for it to open', async () => {
    const { clock, english, german, openings, opening, voices, say } = world();
    voices.select('de');
    const saying = say('Hallo.');
    await clock.advanceAsync(500);
    assert.deepEqual([english.service.texts, german.service.texts], [[], []]);
    opening.resolve(german);
    await clock.advanceAsync(1_000);
    await saying;
    assert.deepEqual([english.service.texts, german.service.texts, openings], [[], ['Hallo.'], ['de']]);
    assert.deepEqual([voices.sampleRate, voices.provider], [24_000, 'german']);
  });

  it('opens a voice once, and switches back to the first', async () => {
    const { clock, english, german, openings, opening, voices, say } = world();
    opening.resolve(german);
    for (const [language, text] of [
      ['de', 'Hallo.'],
      ['en', 'Hello.'],
      ['de', 'Tschüss.'],
    ] as const) {
      voices.select(language);
      const saying = say(text);
      await clock.advanceAsync(2_000);
      await saying;
    }
    assert.deepEqual([english.service.texts, german.service.texts], [['Hello.'], ['Hallo.', 'Tschüss.']]);
    assert.deepEqual(openings, ['de']);
  });

  it('speaks with the first voice when the other cannot be opened', async () => {
    const { clock, english, opening, voices, say } = world();
    voices.select('de');
    opening.reject(new VendorFailure('No such key', { retryable: false }));
    const saying = say('Hallo.');
    await clock.advanceAsync(1_000);
    await saying;
    assert.deepEqual(english.service.texts, ['Hallo.']);
  });

  it('closes every voice, also one that opens after the end', async () => {
    const { english, german, opening, voices } = world();
    voices.select('de');
    voices.close();
    opening.resolve(german);
    await new Promise((resolve) => setImmediate(resolve));
    assert.isTrue(english.service.closed && german.service.closed);
  });
});
