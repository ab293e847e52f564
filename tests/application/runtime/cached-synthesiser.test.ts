import { assert } from 'chai';
import { SpeechCache } from '../../../application/runtime/speech-cache.ts';
import { cachedSynthesiser } from '../../../application/runtime/cached-synthesiser.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import type { SpeechSynthesiser } from '../../../application/ports/text-to-speech.ts';
import type { WordTiming } from '../../../domain/voice/played-text.ts';
import type { ConversationSettings } from '../../../domain/voice/state.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { ScriptedSynthesiser, type Delivery } from './fake-vendors.ts';
import { AGENT } from './web-call-world.ts';

const SETTINGS: ConversationSettings = {
  ...{ language: 'en', systemPrompt: '', greeting: 'Hello there. Welcome!', interruptionMinWords: 0 },
  ...{ ignoreUntilGreeted: false, idleMs: 0, idlePrompt: { message: 'Still there?', repeats: 1 } },
  ...{ closingMessage: 'Goodbye.', hold: { afterMs: 1_000, messages: ['One moment.'] }, tools: [] },
};

/** Calls of an agent with voices that behave like this, text by text, and one book for all of them. */
function open(...deliveries: Delivery[]) {
  const clock = fakeClock();
  const book = new SpeechCache(1_000_000);
  const voice = new ScriptedSynthesiser(clock, { deliveries });
  const call = ({ updated_at = '', provider = 'a', outputRate = 16_000, substitute = '' } = {}) =>
    cachedSynthesiser(book, { ...AGENT, updated_at }, SETTINGS, {
      voice: {
        sampleRate: outputRate,
        synthesise: (...fields) => voice.synthesise(...fields),
        close: () => voice.close(),
      },
      provider: () => provider,
      pronunciations: () => (substitute === '' ? [] : [{ from: 0, to: 4, say: substitute }]),
    });
  /** The samples there are of a text; null when the voice fails. */
  const hears = async (speaker: ReturnType<typeof call>, text: string, abort = new AbortController()) => {
    const received = (async () => {
      let samples = 0;
      for await (const { length } of speaker.synthesise(text, abort.signal)) samples += length;
      return samples;
    })().catch(() => null);
    await clock.advanceAsync(1_000);
    return received;
  };
  return { clock, book, voice, call, hears };
}

describe('cachedSynthesiser', () => {
  it('synthesises fixed texts once and answers every time', async () => {
    const { voice, call, hears } = open();
    const texts = ['Hello there.', 'Welcome!', 'Still there?', 'Goodbye.', 'One moment.', 'It is noon.'];
    const first = [];
    const second = [];
    for (const text of texts) first.push(await hears(call(), text));
    for (const text of texts) second.push(await hears(call(), text));
    assert.deepEqual(second, first);
    assert.deepEqual(voice.texts, [...texts, 'It is noon.']);
  });

  it('synthesises again for another agent version, provider, sample rate or pronunciation', async () => {
    const { voice, call, hears } = open();
    const other = [{}, { updated_at: 'later' }, { provider: 'b' }, { outputRate: 8_000 }, { substitute: 'Gud' }];
    for (const manner of [...other, ...other]) await hears(call(manner), 'Goodbye.');
    assert.lengthOf(voice.texts, other.length);
  });

  it('does not cache failed or interrupted speech', async () => {
    const { clock, book, voice, call, hears } = open({
      afterMs: 100,
      ends: new VendorFailure('down', { retryable: true }),
    });
    assert.isNull(await hears(call(), 'Goodbye.'));
    const abort = new AbortController();
    abort.abort();
    await hears(call(), 'Goodbye.', abort);
    const pieces = call().synthesise('Goodbye.', new AbortController().signal)[Symbol.asyncIterator]();
    const piece = pieces.next();
    await clock.advanceAsync(100);
    assert.isFalse((await piece).done);
    await pieces.return?.();
    assert.equal(book.bytes, 0);
    await hears(call(), 'Goodbye.');
    assert.isAbove(book.bytes, 0);
    assert.lengthOf(voice.texts, 4);
  });

  it('reports the same word timings from the cache', async () => {
    const { voice, call, hears } = open();
    const speak = voice.synthesise.bind(voice);
    voice.synthesise = (text, signal, manner) => {
      manner?.onWordTiming?.({ reached: 7, at: 0.5 });
      return speak(text, signal);
    };
    for (const speaker of [call(), call()]) {
      const marks: WordTiming[] = [];
      const speaking = {
        ...speaker,
        synthesise: (text, signal) => speaker.synthesise(text, signal, { onWordTiming: (mark) => marks.push(mark) }),
      } satisfies SpeechSynthesiser;
      await hears(speaking, 'Goodbye.');
      assert.deepEqual(marks, [{ reached: 7, at: 0.5 }]);
    }
    assert.lengthOf(voice.texts, 1);
  });

  it('closes the wrapped synthesiser', () => {
    const { voice, call } = open();
    call().close();
    assert.isTrue(voice.closed);
  });

  it('prepares only uncached texts and ends every speech', () => {
    const reported: string[] = [];
    const { voice } = open();
    const prepared = Object.assign(voice, {
      prepare: (text: string) => void reported.push(`prepare ${text}`),
      endSpeech: () => void reported.push('finish'),
    });
    const cached = cachedSynthesiser(new SpeechCache(1_000), AGENT, SETTINGS, {
      voice: prepared,
      provider: () => 'a',
      pronunciations: () => [],
    });
    for (const text of ['Welcome!', 'It is noon.']) cached.prepare?.(text, {});
    cached.endSpeech?.({});
    assert.deepEqual(reported, ['prepare It is noon.', 'finish']);
  });
});
