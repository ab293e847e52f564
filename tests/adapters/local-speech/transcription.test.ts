import { availableParallelism } from 'node:os';
import { assert } from 'chai';
import { crashLocalSpeech, closeLocalSpeech, localSpeechWorkers } from '../../../adapters/providers/local/engines.ts';
import { openLocalTranscription } from '../../../adapters/providers/local/transcription.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { hand, Listener, say, speechToTextContract } from '../../contracts/speech-to-text.contract.ts';
import { keeps } from '../../support/contract.ts';
import { transcribed, transcribeWith, localTranscriptions } from './local-stands.ts';
import { wordErrors } from './word-errors.ts';

const PHRASES = [
  'hello',
  'what can you do',
  'what are your opening hours',
  'are you open on sunday',
  'i want to book a table for two',
  'yes please',
  'no',
  'how much does it cost',
  'can i pay by card',
  'where are you',
  'i want to speak to a person',
  'can you repeat that please',
  'tomorrow morning',
  'thank you',
  'goodbye',
];

describe('speech to text: local phrases', function () {
  keeps(speechToTextContract, () => localTranscriptions());
});

describe('speech to text: local phrases on the telephone', function () {
  keeps(speechToTextContract, () => localTranscriptions({ sampleRate: 8000, mode: 'auto' }));
});

describe('speech to text: local phrases and free speech', function () {
  keeps(speechToTextContract, () =>
    localTranscriptions({ mode: 'auto', voice: 'rms', texts: ['good evening', 'yes please'] }),
  );
});

describe('the local recogniser', function () {
  for (const voice of ['kal16', 'rms', 'slt'] as const)
    it(`understands every phrase exactly, said by ${voice}`, async () => {
      assert.deepEqual(await transcribed(localTranscriptions({ voice }), PHRASES), PHRASES);
    });

  for (const voice of ['kal16', 'rms', 'slt'] as const)
    it(`understands phrases on the telephone, said by ${voice}`, async () => {
      const few = PHRASES.slice(2, 6);
      assert.deepEqual(await transcribed(localTranscriptions({ voice, sampleRate: 8000 }), few), few);
    });

  it('understands phrases of the agent, however they are written', async () => {
    const phrases = ['My dog  ate it!', '“Café” table, please…', 'What’s new?'];
    const speech = ['my dog ate it', 'cafe table please', "what's new"];
    assert.deepEqual(await transcribed(localTranscriptions({ phrases }), speech), speech);
  });

  it('refuses a phrase with a word that it cannot pronounce, and names the word', async () => {
    const failure = await localTranscriptions({ phrases: ['hello', 'hello xylofurz'] })
      .open(new Listener())
      .catch((error: unknown) => error);
    assert.instanceOf(failure, VendorFailure);
    assert.match(failure.message, /"xylofurz"/);
    assert.isFalse(failure.retryable);
  });

  for (const [what, options] of [
    ['a language it does not know', { sampleRate: 16_000, language: 'hi' }],
    ['a rate it does not take', { sampleRate: 44_100, language: 'en' }],
  ] as const)
    it(`refuses ${what}`, async () => {
      const opening = openLocalTranscription({ mode: 'phrases', phrases: [] }, options, new Listener());
      const failure = await opening.catch((error: unknown) => error);
      assert.isTrue(failure instanceof VendorFailure && !failure.retryable);
    });

  for (const mode of ['auto', 'open'] as const)
    it(`takes down free speech with most of its words in mode ${mode}`, async () => {
      const sentences = ['my brother lives in a small house near the river', 'the train leaves in the morning at nine'];
      const texts = await transcribed(localTranscriptions({ mode, voice: 'rms' }), sentences);
      assert.isAtMost(wordErrors(sentences.join(' '), texts.join(' ')), 0.25, texts.join(' / '));
    });

  it('survives noise, and understands the next caller', async () => {
    const stand = localTranscriptions({ mode: 'auto' });
    const listener = new Listener();
    const transcription = await stand.open(listener);
    const noises: readonly ((at: number) => number)[] = [
      (at) => ((at * 7919) % 65_536) - 32_768,
      (at) => ((at >> 3) & 1 ? 32_767 : -32_768),
      (at) => (at % 4000 === 0 ? 32_767 : 0),
      () => 12_000,
    ];
    for (const noise of noises) {
      transcription.startUtterance();
      hand(
        transcription,
        Int16Array.from({ length: 8000 }, (_, at) => noise(at)),
        stand.sampleRate,
      );
      transcription.endUtterance();
      assert.property(await listener.next(), 'text');
    }
    assert.equal(await transcribeWith(stand, transcription, listener, PHRASES[2]!), PHRASES[2]);
    transcription.close();
  });

  it('cuts an utterance that does not end, and understands what follows', async () => {
    const stand = localTranscriptions();
    const listener = new Listener();
    const transcription = await stand.open(listener);
    transcription.startUtterance();
    hand(transcription, new Int16Array(30 * stand.sampleRate), stand.sampleRate);
    assert.deepEqual(await listener.next(), { text: '' });
    await say(stand, transcription, 'goodbye');
    assert.deepEqual(await listener.next(), { text: 'goodbye' });
    transcription.close();
  });

  it('shares a few workers among many callers and gives back what they took', async () => {
    const open = async (of: number) => {
      const stand = localTranscriptions({ phrases: [`table ${['one', 'two', 'three', 'four'][of % 4]}`, 'goodbye'] });
      const listener = new Listener();
      return { stand, listener, transcription: await stand.open(listener) };
    };
    const round = async (): Promise<void> => {
      const calls = await Promise.all(Array.from({ length: 10 }, (_, of) => open(of)));
      const texts = await Promise.all(
        calls.map(({ stand, transcription, listener }) => transcribeWith(stand, transcription, listener, 'goodbye')),
      );
      assert.deepEqual([...new Set(texts)], ['goodbye']);
      for (const { transcription } of calls) transcription.close();
    };
    await round();
    const { rss } = process.memoryUsage();
    for (let again = 0; again < 3; again += 1) await round();
    assert.isBelow(process.memoryUsage().rss - rss, 150e6);
    assert.isAtMost(localSpeechWorkers(), 3 * availableParallelism());
  });

  it('fails without retry when its workers keep crashing, until a restart', async () => {
    const stand = localTranscriptions();
    const listener = new Listener();
    const transcription = await stand.open(listener);
    for (let crash = 0; crash < 5; crash += 1) await crashLocalSpeech();
    transcription.startUtterance();
    const outcome = await listener.next();
    assert.isTrue('failure' in outcome && !outcome.failure.retryable);
    transcription.close();
    await closeLocalSpeech();
    assert.deepEqual(await transcribed(stand, ['goodbye']), ['goodbye']);
  });
});
