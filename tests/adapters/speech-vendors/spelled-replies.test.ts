import { assert } from 'chai';
import { bytesOf } from '../../../adapters/providers/_speech/pcm.ts';
import { SynthesisedText } from '../../../adapters/providers/_speech/synthesised-text.ts';
import type { TtsConnection } from '../../../adapters/providers/_speech/tts-connection.ts';
import { TtsContext } from '../../../adapters/providers/_speech/tts-context.ts';
import type { TtsProtocol } from '../../../adapters/providers/_speech/tts-protocol.ts';
import { PCM_CODEC } from '../../../adapters/providers/_speech/wire-codec.ts';
import type { SpeechSynthesiser } from '../../../application/ports/text-to-speech.ts';
import type { WordTiming } from '../../../domain/voice/played-text.ts';
import { piece } from '../../contracts/reply.contract.ts';
import { multiStream } from './multi-stream.ts';
import { manualTimers } from '../../support/manual-timers.ts';
import { eventually } from '../../support/eventually.ts';

const REPLY = ['Sure,', 'we open at nine.', 'On Sundays we are closed.', 'Well, goodbye.'];

/** The vendor does not tell where a text ends: its letters do. */
const GUESSED = { tellsEnds: false };

/** How long each piece became of a reply that is spoken as it is thought of. */
async function fields(voice: SpeechSynthesiser): Promise<number[]> {
  const speech = {};
  const lengths: number[] = [];
  for (const [at, text] of REPLY.entries()) lengths.push(await piece(voice, text, { speech, next: REPLY[at + 1] }));
  voice.endSpeech?.(speech);
  return lengths;
}

const sum = (lengths: readonly number[]): number => lengths.reduce((all, each) => all + each, 0);

describe('a reply that nothing but its letters tells apart', () => {
  it('has one context, each text flushed at once, closed when the reply is over', async () => {
    const { open, server } = await multiStream(GUESSED);
    const voice = await open();
    await fields(voice);
    await eventually(() => server.open.count === 0, 'the end of the context');
    const [{ texts }] = server.connections as [(typeof server.connections)[0]];
    const context = { context_id: 'utterance-1' };
    assert.deepEqual(
      texts.map((text) => JSON.parse(text) as unknown),
      [
        { text: ' ', voice_settings: { speed: 1 }, ...context },
        ...REPLY.map((text) => ({ text: `${text} `, flush: true, ...context })),
        { close_context: true, ...context },
      ],
    );
    voice.close();
  });

  it('is split into texts although the vendor omits silent letters', async () => {
    const { open, samplesIn } = await multiStream({ ...GUESSED, spell: (letter) => letter.replace(/[^a-z]/gi, '') });
    const voice = await open();
    const whole = REPLY.map((text) => samplesIn(text, voice.sampleRate));
    for (const lengths of [await fields(voice), await fields(voice)]) {
      assert.equal(sum(lengths), sum(whole));
      // A sound that has no letter belongs to the text before it.
      for (const [at, length] of lengths.entries()) assert.approximately(length, whole[at]!, samplesIn('.', 16_000));
    }
    voice.close();
  });

  it('is spoken whole and once when letters go missing', async () => {
    const { open, samplesIn } = await multiStream({ ...GUESSED, spell: (letter) => letter.replace(/[d.]/g, '') });
    const voice = await open();
    const whole = sum(REPLY.map((text) => samplesIn(text, voice.sampleRate)));
    assert.equal(sum(await fields(voice)), whole);
    assert.equal(sum(await fields(voice)), whole);
    voice.close();
  });

  it('has a context for each text once the vendor was found to spell nothing', async () => {
    const { open, samplesIn, server } = await multiStream({ ...GUESSED, spell: null });
    const voice = await open();
    const whole = REPLY.map((text) => samplesIn(text, voice.sampleRate));
    assert.equal(sum(await fields(voice)), sum(whole));
    server.contexts.clear();
    assert.deepEqual(await fields(voice), whole);
    assert.lengthOf([...server.contexts], REPLY.length);
    voice.close();
  });
});

const silence = (samples: number): Uint8Array => bytesOf(new Int16Array(samples));

const lettersOf = (letters: string) =>
  letters.split('').map((text, at) => ({ text, start: at / 10, end: (at + 1) / 10 }));

/** A context of these texts at 1,000 samples per second, and its events. */
function spelled(...wanted: string[]) {
  const connection = { sendsLetters: true, send: () => undefined } as unknown as TtsConnection;
  const contexts = { keptMs: 0, haveLetters: true, add: () => [], end: () => [] };
  const dialect = { vendor: 'v', sampleRate: 1_000, wire: PCM_CODEC, contexts } as unknown as TtsProtocol;
  const context = new TtsContext({ name: 'one', connection, speech: {} }, dialect, () => undefined);
  const marks: WordTiming[][] = wanted.map(() => []);
  const texts = wanted.map((text, at) => {
    const utterance = new SynthesisedText(text, 1_000);
    utterance.subscribe({ onWordTiming: (mark) => marks[at]!.push(mark) });
    context.add(utterance);
    return utterance;
  });
  return { context, texts, marks };
}

describe('texts that are spelled', () => {
  it('are split within an audio chunk that holds the end of one text and the start of the next', async () => {
    const { context, texts, marks } = spelled('Hi!', 'You?');
    const [first, second] = texts as [SynthesisedText, SynthesisedText];
    const letters = lettersOf('Hi! Yo');
    context.onEvent({ audio: silence(600), chunkWords: letters });
    context.onEvent({ audio: silence(200), chunkWords: letters.slice(0, 1) });
    context.onEvent({ isClosed: true });
    assert.deepEqual([first.seconds, second.seconds], [0.4, 0.4]);
    assert.deepEqual(
      marks.map((all) => all.map(({ reached, at }) => [reached, Math.round(at * 10)])),
      [
        [
          [1, 1],
          [2, 2],
          [3, 3],
        ],
        [
          [1, 1],
          [2, 2],
        ],
      ],
    );
  });

  it('are not over before the audio of their letters has come', () => {
    const time = manualTimers();
    const { context, texts } = spelled('Hello!');
    context.onEvent({ audio: silence(100), chunkWords: lettersOf('Hello!') });
    time.pass(300);
    context.onEvent({ audio: silence(500), chunkWords: [] });
    context.onEvent({ isClosed: true });
    assert.equal(texts[0]!.seconds, 0.6);
  });

  it('are over when the vendor tells it, whatever it spelled', () => {
    const { context, texts } = spelled('Hello!', 'You?');
    const [first, second] = texts as [SynthesisedText, SynthesisedText];
    context.onEvent({ audio: silence(300), chunkWords: lettersOf('He') });
    context.onEvent({ isEnd: true });
    context.onEvent({ audio: silence(200), chunkWords: lettersOf('llo!') });
    assert.deepEqual([first.seconds, second.seconds], [0.3, 0.2]);
    assert.isTrue(context.isPending);
    context.onEvent({ isEnd: true });
    assert.isFalse(context.isPending);
  });

  it('are over once for each number of an end, whatever the first number is', () => {
    const { context, texts } = spelled('Hi!', 'You?', 'Me.');
    for (const [samples, ordinal] of [
      [100, 2],
      [0, 2],
      [200, 3],
      [0, 3],
      [300, 4],
    ] as const) {
      context.onEvent({ audio: silence(samples) });
      context.onEvent({ isEnd: true, ordinal });
    }
    assert.deepEqual(
      texts.map(({ seconds }) => seconds),
      [0.1, 0.2, 0.3],
    );
    assert.isFalse(context.isPending);
  });

  it('are not cut short by the end of the text before, which was known to be over sooner', () => {
    const { context, texts } = spelled('Hi!', 'You?', 'Me.');
    context.onEvent({ audio: silence(500), chunkWords: lettersOf('Hi! Yo') });
    context.onEvent({ isEnd: true });
    context.onEvent({ audio: silence(200), chunkWords: [] });
    context.onEvent({ isEnd: true });
    context.onEvent({ audio: silence(300), chunkWords: [] });
    assert.deepEqual(
      texts.map(({ seconds }) => seconds),
      [0.4, 0.3, 0.3],
    );
  });
});

describe('a reply whose vendor tells where a text ends', () => {
  for (const [spelling, spell] of [
    ['wrong letters', () => '*'],
    ['no letters', null],
  ] as const)
    it(`is split into texts to the sample in one context, with ${spelling} as well`, async () => {
      const { open, samplesIn, server } = await multiStream({ spell });
      const voice = await open();
      const whole = REPLY.map((text) => samplesIn(text, voice.sampleRate));
      await fields(voice);
      server.contexts.clear();
      assert.deepEqual(await fields(voice), whole);
      assert.lengthOf([...server.contexts], 1);
      voice.close();
    });
});
