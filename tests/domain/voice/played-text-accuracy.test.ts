import { assert } from 'chai';
import { closeLocalSpeech } from '../../../adapters/providers/local/engines.ts';
import { openLocalSynthesiser } from '../../../adapters/providers/local/synthesiser.ts';
import { playedText, type PlayedSegment, type WordTiming } from '../../../domain/voice/played-text.ts';
import { Silences } from '../../../domain/voice/silences.ts';

const RATE = 16_000;
const FRAME = 320;
const FRAME_MS = 20;
/** None of them was used to fit the weights of words, nor was this voice. */
const SENTENCES = [
  'Thank you for waiting, I have found your reservation for tomorrow evening.',
  'Yes, we do have vegetarian dishes, gluten free bread, and a menu for children.',
  'The technician will arrive between two and four in the afternoon.',
  'I am sorry to hear that, let me see what I can do about it.',
  'Unfortunately our representative is unavailable, but she could call you back on Thursday.',
  'Your parcel left the warehouse this morning. It should reach you on Friday.',
  'To confirm, you would like to cancel both tickets, is that right?',
  'Please bring your passport, your insurance card, and the letter from your doctor.',
];

interface SentenceAudio {
  readonly text: string;
  readonly samples: number;
  readonly marks: readonly WordTiming[];
  readonly silences: NonNullable<PlayedSegment['silences']>;
}

/** These sentences, as a real voice says them, and when their words are over. */
async function sentenceAudios(): Promise<SentenceAudio[]> {
  const voice = await openLocalSynthesiser({ voice: 'rms', speed: 1 }, { sampleRate: RATE });
  const all: SentenceAudio[] = [];
  for (const text of SENTENCES) {
    const marks: WordTiming[] = [];
    const pcm: number[] = [];
    for await (const chunk of voice.synthesise(text, new AbortController().signal, {
      onWordTiming: (mark) => marks.push(mark),
    }))
      pcm.push(...chunk);
    // Word timings may arrive after the audio.
    while (marks.length < wordsIn(text)) await new Promise((resolve) => setImmediate(resolve));
    const found = new Silences();
    for (let at = 0; at < pcm.length; at += FRAME) found.add(Int16Array.from(pcm.slice(at, at + FRAME)));
    const silences = found.list(FRAME_MS).map(({ from, to }) => ({ from: from * FRAME, to: to * FRAME }));
    all.push({ text, samples: Math.ceil(pcm.length / FRAME) * FRAME, marks, silences });
  }
  voice.close();
  return all;
}

const wordsIn = (text: string): number => text.split(' ').filter((word) => word !== '').length;

/** By how many words the text that is stored at a cut is wrong, for cuts all through the speech. */
function errors(
  speech: readonly SentenceAudio[],
  piece: (sentenceAudios: SentenceAudio, played: number) => PlayedSegment,
): number[] {
  const all: number[] = [];
  for (const each of speech)
    for (let played = 700; played < each.samples; played += 700) {
      const over = each.marks.filter(({ at }) => at * RATE <= played).length;
      all.push(wordsIn(playedText([piece(each, played)], RATE)) - over);
    }
  return all;
}

const share = (all: readonly number[], isSo: (error: number) => boolean): number =>
  all.filter(isSo).length / all.length;

describe('played text of a voice without word timings', () => {
  let speech: readonly SentenceAudio[] = [];
  before(async () => {
    speech = await sentenceAudios();
  });
  after(() => closeLocalSpeech());

  it('is exact at most cuts of real speech and off by at most one word at nearly all', () => {
    const all = errors(speech, ({ text, samples, silences }, played) => ({ text, samples, silences, played }));
    assert.isAbove(
      share(all, (error) => error === 0),
      0.78,
    );
    assert.isAbove(
      share(all, (error) => Math.abs(error) <= 1),
      0.99,
    );
  });

  it('overestimates less often than it underestimates', () => {
    const all = errors(speech, ({ text, samples, silences }, played) => ({ text, samples, silences, played }));
    assert.isBelow(
      share(all, (error) => error > 0),
      share(all, (error) => error < 0),
    );
  });
});
