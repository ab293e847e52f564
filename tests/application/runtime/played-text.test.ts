import { assert } from 'chai';
import * as fc from 'fast-check';
import { SpeechPlayer } from '../../../application/runtime/speech-player.ts';
import { Playout } from '../../../application/runtime/playout.ts';
import type { SynthesisOptions, SpeechSynthesiser } from '../../../application/ports/text-to-speech.ts';
import { FakeChannel, fakeResampling } from './fake-channel.ts';
import { fakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { pause } from './fake-vendors.ts';

const RATE = 16_000;
const PER_MS = RATE / 1_000;
const CHUNK_MS = 100;
/** A synthesiser streams a little faster than it is listened to. */
const STREAMED_MS = 60;
const quiet = { started() {}, segmentSent() {}, segmentPlayed() {}, failed() {}, firstAudio() {} };

/** The audio of a word: its samples are the number of the word in the call, from 1. Its length is `ms`. */
interface TimedWord {
  readonly text: string;
  readonly ms: number;
}

/** A synthesiser whose samples are the number of the current word, with a configurable speed. */
class NumberingSynthesiser implements SpeechSynthesiser {
  readonly sampleRate = RATE;
  readonly #clock: FakeClock;
  readonly #lengthOf: (word: string) => number;
  readonly #tellsTimes: boolean;
  #words = 0;

  constructor(clock: FakeClock, lengthOf: (word: string) => number, tellsTimes: boolean) {
    this.#clock = clock;
    this.#lengthOf = lengthOf;
    this.#tellsTimes = tellsTimes;
  }

  async *synthesise(
    text: string,
    signal: AbortSignal,
    { onWordTiming }: SynthesisOptions = {},
  ): AsyncIterable<Int16Array> {
    const samples: number[] = [];
    let place = 0;
    for (const { text: word, ms } of wordsOf(text, this.#lengthOf)) {
      this.#words += 1;
      for (let sample = 0; sample < ms * PER_MS; sample += 1) samples.push(this.#words);
      place = text.indexOf(word, place) + word.length;
      if (this.#tellsTimes) onWordTiming?.({ reached: place, at: samples.length / RATE });
    }
    for (let from = 0; from < samples.length && !signal.aborted; from += CHUNK_MS * PER_MS) {
      yield Int16Array.from(samples.slice(from, from + CHUNK_MS * PER_MS));
      await pause(this.#clock, STREAMED_MS);
    }
  }

  close(): void {
    // It holds nothing.
  }
}

const wordsOf = (text: string, lengthOf: (word: string) => number): TimedWord[] =>
  text.split(' ').map((word) => ({ text: word, ms: lengthOf(word) }));

/** Plays a greeting completely and then this text, cut at a time. Returns the stored text and the words played completely. */
async function cutAfter(
  cutMs: number,
  text: string,
  { lengthOf, tellsTimes }: { lengthOf: (word: string) => number; tellsTimes: boolean },
): Promise<{ stored: string; played: string }> {
  const clock = fakeClock();
  const frames: { readonly pcm: Int16Array; readonly at: number }[] = [];
  const tap = { agent: (pcm: Int16Array, at: number) => void frames.push({ pcm, at }), cut: () => undefined };
  const ended = new Map<number, string>();
  const channel = new FakeChannel(clock);
  const playout = new Playout(channel, tap);
  const synthesiser = new NumberingSynthesiser(clock, lengthOf, tellsTimes);
  const player = new SpeechPlayer(
    { synthesiser, playout, clock, resampling: fakeResampling, outputRate: RATE },
    {
      ...quiet,
      completed: (speech, played) => void ended.set(speech, played),
    },
  );
  const beats = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 10) {
      await clock.advanceAsync(10);
      playout.pump(clock.monotonic());
    }
  };
  player.say(1, GREETING);
  player.end(1);
  await beats(wordsOf(GREETING, lengthOf).reduce((sum, { ms }) => sum + ms, 0) + 500);
  frames.length = 0;
  player.say(2, text);
  player.end(2);
  await beats(cutMs);
  const cutAt = clock.monotonic();
  const stored = ended.get(2) ?? player.cancel(2);
  player.close();
  const received = frames.filter(({ at }) => at + 20 <= cutAt).flatMap(({ pcm }) => [...pcm]);
  const before = GREETING.split(' ').length;
  const whole = wordsOf(text, lengthOf).filter(
    ({ ms }, at) => received.filter((sample) => sample === before + at + 1).length >= ms * PER_MS,
  );
  return { stored, played: whole.map((word) => word.text).join(' ') };
}

const GREETING = 'Good evening and welcome to the Blue Door restaurant';
const ANSWER = 'we are open from nine to five on weekdays and the kitchen takes last orders at ten on saturday nights';

/** Frames are what is played: words of whole frames end where a frame does. */
const FRAMES_MS = 20;

describe('played text of an interrupted speech', () => {
  const cuts = Array.from({ length: 40 }, (_, each) => each * 170 + 35);

  it('is the completely played words at any cut, with word timings', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 7_000 }),
        fc.array(fc.integer({ min: 3, max: 40 }), { minLength: 5, maxLength: 5 }),
        async (cutMs, lengths) => {
          const lengthOf = (word: string): number => FRAMES_MS * lengths[word.length % lengths.length]!;
          const { stored, played } = await cutAfter(cutMs, ANSWER, { lengthOf, tellsTimes: true });
          assert.equal(stored, played);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('is the completely played words at an even speech rate, without word timings', async () => {
    // 20 characters a second, the space behind a word included.
    const lengthOf = (word: string): number => (word.length + 1) * 50;
    for (const cutMs of cuts) {
      const { stored, played } = await cutAfter(cutMs, ANSWER, { lengthOf, tellsTimes: false });
      const [more, less] = [stored, played].toSorted((a, b) => b.length - a.length) as [string, string];
      assert.isTrue(more.startsWith(less), `${stored} | ${played}`);
      assert.isAtMost(more.split(' ').length - less.split(' ').length, 1, `${stored} | ${played} at ${cutMs}`);
    }
  });
});
