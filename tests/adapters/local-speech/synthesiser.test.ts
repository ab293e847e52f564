import { assert } from 'chai';
import { crashLocalSpeech } from '../../../adapters/providers/local/engines.ts';
import { withoutLeadingSilence } from '../../../adapters/providers/local/leading-silence.ts';
import { asciiSegments } from '../../../adapters/providers/local/ascii-segments.ts';
import { openLocalSynthesiser } from '../../../adapters/providers/local/synthesiser.ts';
import { VoiceEngine } from '../../../adapters/providers/local/voice-engine.ts';
import { synthesisedChunks, textToSpeechContract } from '../../contracts/text-to-speech.contract.ts';
import { keeps } from '../../support/contract.ts';
import { atEndOfTest } from '../../support/temporary.ts';
import { localVoices } from './local-stands.ts';

describe('text to speech: local', function () {
  keeps(textToSpeechContract, () => localVoices());
});

const samplesOf = (chunks: readonly Int16Array[]): number => chunks.reduce((sum, { length }) => sum + length, 0);

describe('the local voice', function () {
  for (const name of ['kal16', 'slt', 'rms', 'awb'] as const)
    it(`speaks as ${name}, in chunks of a tenth of a second, without a silence in front`, async () => {
      const voice = await localVoices({ voice: name }).open();
      const chunks = await synthesisedChunks(voice, 'Good morning, what can I do for you?');
      assert.equal(voice.sampleRate, 16_000);
      assert.isTrue(chunks.slice(0, -1).every(({ length }) => length === 1600));
      assert.isAbove(Math.max(...chunks[0]!), 500);
      assert.isAbove(samplesOf(chunks), 16_000);
    });

  it('follows the speed setting', async () => {
    const lengths = [0.5, 1, 2].map(async (speed) =>
      samplesOf(await synthesisedChunks(await localVoices({ speed }).open(), 'We are open from nine to five.')),
    );
    const [slow, usual, fast] = await Promise.all(lengths);
    assert.closeTo(slow! / usual!, 2, 0.25);
    assert.closeTo(fast! / usual!, 0.5, 0.15);
  });

  it('says nothing where a text has nothing that it could pronounce', async () => {
    const voice = await localVoices().open();
    assert.isEmpty(await synthesisedChunks(voice, '… 🙂 नमस्ते!?'));
  });

  it('synthesises again after its idle workers crashed', async () => {
    const stand = localVoices();
    const voice = await stand.open();
    await stand.breakDown();
    assert.isNotEmpty(await synthesisedChunks(voice, 'Hello.'));
    assert.isAbove(await crashLocalSpeech(), 0);
  });

  it('reads a long text piece by piece', async () => {
    const voice = await openLocalSynthesiser({ voice: 'kal16', speed: 2 }, { sampleRate: 8000 });
    const chunks = await synthesisedChunks(voice, 'and so on '.repeat(100));
    assert.isAbove(samplesOf(chunks) / voice.sampleRate, 15);
  });
});

describe('the queue of the local voice', function () {
  it('leaves out what was cancelled before its turn', async () => {
    const engine = new VoiceEngine(1);
    atEndOfTest(() => engine.close());
    const order = { text: 'hello', voice: 'kal16', speed: 1 } as const;
    const done: string[] = [];
    const note = (name: string) => (): number => done.push(name);
    const first = engine.synthesise(order);
    const second = engine.synthesise(order);
    const third = engine.synthesise(order);
    void second.audio.then(note('second'));
    second.cancel();
    await Promise.all([first.audio.then(note('first')), third.audio.then(note('third'))]);
    assert.deepEqual(done, ['first', 'third']);
    assert.lengthOf(engine.workers.workers, 1);
  });
});

describe('what the local voice reads', () => {
  it('is plain ASCII', () => {
    const [piece] = asciiSegments('“Café” — 5 €, naïve… **bold** 🙂 it’s');
    assert.equal(piece, '"Cafe" , 5 euros , naive... bold it\'s');
  });

  it('is one sentence at a time, but not torn at an abbreviation or a number', () => {
    assert.deepEqual(asciiSegments('Yes! Dr. Smith pays $12.50 at 10:30 a.m. today. "Really?" Good.'), [
      'Yes!',
      'Dr. Smith pays $12.50 at 10:30 a.m. today.',
      '"Really?"',
      'Good.',
    ]);
  });

  it('is never long, and cut where it hurts least', () => {
    const clause = `${'one two three '.repeat(10)}four,`;
    const [first, ...rest] = asciiSegments(`${clause} ${'five six '.repeat(30)}`);
    assert.equal(first, clause);
    assert.isTrue([first!, ...rest].every((piece) => piece.length <= 200));
    assert.isTrue(rest.every((piece) => /^(five|six)\b.*\b(five|six)$/.test(piece)));
    assert.deepEqual(
      asciiSegments('x'.repeat(450)).map(({ length }) => length),
      [200, 200, 50],
    );
  });

  it('is nothing where there are no letters and no digits', () => {
    assert.isEmpty(asciiSegments(' … 🙂 !? — '));
  });
});

describe('the silence in front of synthetic speech', () => {
  it('is removed down to 50 ms, at most 300 ms of it', () => {
    const hum = (ms: number): number[] => new Array<number>(ms * 16).fill(300);
    const speech = new Array<number>(1600).fill(10_000);
    const shortened = (ms: number): number =>
      withoutLeadingSilence(Int16Array.from([...hum(ms), ...speech])).length / 16 - 100;
    assert.deepEqual([0, 40, 200, 500].map(shortened), [0, 40, 50, 250]);
  });

  it('is all there is when nothing was said', () => {
    assert.lengthOf(withoutLeadingSilence(new Int16Array(0)), 0);
  });
});
