import { assert } from 'chai';
import { Deferred } from '../../../application/deferred.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { chosenModel, chosenVoice, VendorChoice } from '../../../application/runtime/vendor-choice.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { ScriptedModel, ScriptedSynthesiser } from './fake-vendors.ts';

function world() {
  const clock = fakeClock();
  const voiceOf = (provider: string, sampleRate: number) => {
    const service = new ScriptedSynthesiser(clock, { sampleRate });
    return { service, provider: () => provider };
  };
  const [english, german] = [voiceOf('english', 16_000), voiceOf('german', 24_000)];
  const openings: string[] = [];
  const opening = new Deferred<typeof german>();
  const choice = new VendorChoice<ScriptedSynthesiser>('en', english);
  const voices = chosenVoice(choice);
  const select = (key: string): void =>
    choice.select(key, () => {
      openings.push(key);
      return opening.promise;
    });
  const say = async (text: string, speech?: object): Promise<void> => {
    for await (const _ of voices.synthesise(text, new AbortController().signal, speech && { speech }));
  };
  return { clock, english, german, openings, opening, choice, voices, select, say };
}

describe('the voices of a call', () => {
  it('speak the first text after a switch with the selected one, and wait for it to open', async () => {
    const { clock, english, german, openings, opening, choice, voices, select, say } = world();
    select('de');
    const saying = say('Hallo.');
    await clock.advanceAsync(500);
    assert.deepEqual([english.service.texts, german.service.texts], [[], []]);
    opening.resolve(german);
    await clock.advanceAsync(1_000);
    await saying;
    assert.deepEqual([english.service.texts, german.service.texts, openings], [[], ['Hallo.'], ['de']]);
    assert.deepEqual([voices.sampleRate, choice.current.provider()], [24_000, 'german']);
  });

  it('open once, and the first speaks when it is selected again', async () => {
    const { clock, english, german, openings, opening, select, say } = world();
    opening.resolve(german);
    for (const [language, text] of [
      ['de', 'Hallo.'],
      ['en', 'Hello.'],
      ['de', 'Tschüss.'],
    ] as const) {
      select(language);
      const saying = say(text);
      await clock.advanceAsync(2_000);
      await saying;
    }
    assert.deepEqual([english.service.texts, german.service.texts], [['Hello.'], ['Hallo.', 'Tschüss.']]);
    assert.deepEqual(openings, ['de']);
  });

  it('are the first one where another cannot be opened', async () => {
    const { clock, english, opening, select, say } = world();
    select('de');
    opening.reject(new VendorFailure('No such key', { retryable: false }));
    const saying = say('Hallo.');
    await clock.advanceAsync(1_000);
    await saying;
    assert.deepEqual(english.service.texts, ['Hallo.']);
  });

  it('finish a speech with the one that began it', async () => {
    const { clock, english, german, opening, voices, select, say } = world();
    opening.resolve(german);
    const [before, after] = [{}, {}];
    voices.beginSpeech?.(before);
    select('de');
    voices.beginSpeech?.(after);
    for (const [text, speech] of [
      ['One moment.', before],
      ['Hallo.', after],
    ] as const) {
      const saying = say(text, speech);
      await clock.advanceAsync(2_000);
      await saying;
    }
    assert.deepEqual([english.service.texts, german.service.texts], [['One moment.'], ['Hallo.']]);
  });

  it('all close, also one that opens after the end', async () => {
    const { english, german, opening, voices, select } = world();
    select('de');
    voices.close();
    opening.resolve(german);
    await new Promise((resolve) => setImmediate(resolve));
    assert.isTrue(english.service.closed && german.service.closed);
  });
});

describe('the models of a call', () => {
  it('answer as they are selected when a generation begins, and all close', async () => {
    const clock = fakeClock();
    const modelOf = (provider: string) => ({ service: new ScriptedModel(clock), provider: () => provider });
    const [one, other] = [modelOf('one'), modelOf('other')];
    const choice = new VendorChoice<ScriptedModel>('', one);
    const model = chosenModel(choice);
    const request = { messages: [], tools: [] };
    const generate = async (): Promise<void> => {
      const reading = (async () => {
        for await (const _ of model.generate(request, new AbortController().signal));
      })();
      await clock.advanceAsync(1_000);
      await reading;
    };
    await generate();
    choice.select('booking', async () => other);
    await generate();
    await generate();
    choice.select('', async () => other);
    await generate();
    assert.deepEqual([one.service.requests.length, other.service.requests.length], [2, 2]);
    model.close();
    assert.isTrue(one.service.closed && other.service.closed);
  });
});
