import { assert } from 'chai';
import { concatAudio } from '../../../adapters/providers/_speech/pcm.ts';
import { redactedStretches } from '../../../domain/calls/redacted-stretches.ts';
import { hand, Listener } from '../../contracts/speech-to-text.contract.ts';
import { halved } from './halved.ts';
import { caller, localTranscriptions } from './local-stands.ts';

const BEFORE = 'my card is';
const DIGITS = 'four one one one one one one one one one one one one one one one';
const PHRASES = [`${BEFORE} ${DIGITS}`, 'thank you'];
const PAUSE_MS = 600;
/** Recognisers place words by about this much. The recording is muted by 100 ms around them. */
const CLOSE_MS = 150;

const silence = (ms: number): Int16Array => new Int16Array(16 * ms);
const msOf = ({ length }: Int16Array): number => length / 16;

/** Without the silence around it. */
function trimmed(audio: Int16Array): Int16Array {
  const isLoud = (sample: number): boolean => Math.abs(sample) > 300;
  return audio.slice(audio.findIndex(isLoud), audio.findLastIndex(isLoud) + 1);
}

/** The words of the second of two utterances that begin after a second of silence each, and when that one begins. */
async function wordsOf(stand: ReturnType<typeof localTranscriptions>, speech: Int16Array) {
  const listener = new Listener();
  const transcription = await stand.open(listener);
  let writtenMs = 0;
  const write = (audio: Int16Array): void => {
    hand(transcription, stand.sampleRate === 8_000 ? halved(audio) : audio, stand.sampleRate);
    writtenMs += Math.ceil(msOf(audio) / 20) * 20;
  };
  let startMs = 0;
  for (let count = 0; count < 2; count += 1) {
    write(silence(1_000));
    startMs = writtenMs;
    transcription.startUtterance();
    write(speech);
    write(silence(500));
    transcription.endUtterance();
    await listener.next();
  }
  transcription.close();
  const { text, words = [] } = listener.transcripts.findLast(({ final }) => final)!;
  return { text, words, startMs };
}

describe('times of words of the local recogniser', () => {
  for (const [name, stand] of [
    ['on the telephone', localTranscriptions({ sampleRate: 8_000, phrases: PHRASES })],
    ['in a browser', localTranscriptions({ phrases: PHRASES })],
  ] as const)
    it(`place the number of a card in the audio of the call, also after a pause in the sentence: ${name}`, async () => {
      const [before, digits] = [trimmed(await caller(BEFORE)), trimmed(await caller(DIGITS))];
      const { text, words, startMs } = await wordsOf(stand, concatAudio([before, silence(PAUSE_MS), digits]));
      assert.equal(text, PHRASES[0]);
      const stretches = redactedStretches(words, { kinds: ['card_number'], values: [] });
      assert.lengthOf(stretches, 1);
      const begins = startMs + msOf(before) + PAUSE_MS;
      assert.closeTo(stretches[0]![0], begins, CLOSE_MS);
      assert.closeTo(stretches[0]![1], begins + msOf(digits), CLOSE_MS);
    });

  it('lie within the utterance in free speech', async () => {
    const speech = trimmed(await caller('can you help me'));
    const { text, words, startMs } = await wordsOf(localTranscriptions({ mode: 'open' }), speech);
    assert.equal(words.map((word) => word.text).join(' '), text);
    assert.closeTo(words[0]!.fromMs, startMs, CLOSE_MS);
    assert.closeTo(words.at(-1)!.toMs, startMs + msOf(speech), CLOSE_MS);
  });
});
