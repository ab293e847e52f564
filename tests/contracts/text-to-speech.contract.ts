import { assert } from 'chai';
import type { SynthesisOptions, SpeechSynthesiser } from '../../application/ports/text-to-speech.ts';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import type { Contract } from '../support/contract.ts';

/** A vendor to be spoken with. */
export interface VoiceStand {
  open(): Promise<SpeechSynthesiser>;
  /** Breaks whatever the open voices stand on. */
  breakDown(): Promise<void>;
}

const SHORT = 'Good morning.';
const LONG =
  'We are open from nine to five. On Sundays we are closed. Please call again tomorrow, or send us a letter.';

export const never = (): AbortSignal => new AbortController().signal;

/** All the chunks of a text. */
export async function synthesisedChunks(
  voice: SpeechSynthesiser,
  text: string,
  signal = never(),
  manner: SynthesisOptions = {},
): Promise<Int16Array[]> {
  const chunks: Int16Array[] = [];
  for await (const chunk of voice.synthesise(text, signal, manner)) chunks.push(chunk);
  return chunks;
}

const lengthOf = (chunks: readonly Int16Array[]): number => chunks.reduce((sum, chunk) => sum + chunk.length, 0);

const seconds = (voice: SpeechSynthesiser, chunks: readonly Int16Array[]): number =>
  lengthOf(chunks) / voice.sampleRate;

const loudest = (chunks: readonly Int16Array[]): number =>
  Math.max(...chunks.map((chunk) => chunk.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)));

/** Speaks until the first sound, then does this; answers how much was spoken altogether. */
async function interrupted(
  voice: SpeechSynthesiser,
  text: string,
  signal: AbortSignal,
  act: () => void,
): Promise<number> {
  let length = 0;
  for await (const chunk of voice.synthesise(text, signal)) {
    if (length === 0) act();
    length += chunk.length;
  }
  return length;
}

/** The guarantees of every speech synthesiser. */
export const textToSpeechContract: Contract<VoiceStand> = {
  'speaks a text as audible chunks, a longer text for longer': async (stand) => {
    const voice = await stand.open();
    const short = await synthesisedChunks(voice, SHORT);
    const long = await synthesisedChunks(voice, LONG);
    assert.isAtLeast(seconds(voice, short), 0.4);
    assert.isAtMost(seconds(voice, short), 3);
    assert.isAtLeast(seconds(voice, long), 2 * seconds(voice, short));
    assert.isAbove(loudest(short), 1000);
    for (const chunk of [...short, ...long]) assert.isAbove(chunk.length, 0);
    voice.close();
  },

  'gives the first sound before it has made everything': async (stand) => {
    const voice = await stand.open();
    const [first] = await synthesisedChunks(voice, LONG);
    assert.isAtMost(first!.length / voice.sampleRate, 0.5);
    voice.close();
  },

  'says nothing when there is nothing to say': async (stand) => {
    const voice = await stand.open();
    assert.isEmpty([...(await synthesisedChunks(voice, '')), ...(await synthesisedChunks(voice, '  \n'))]);
    voice.close();
  },

  'ends without error when the signal aborts, and synthesises the next text': async (stand) => {
    const voice = await stand.open();
    const stop = new AbortController();
    const before = await interrupted(voice, LONG, stop.signal, () => stop.abort());
    const whole = lengthOf(await synthesisedChunks(voice, LONG));
    assert.isBelow(before, whole / 2);
    assert.isAbove(whole, voice.sampleRate);
    voice.close();
  },

  'says nothing when it was told to stop before it began': async (stand) => {
    const voice = await stand.open();
    assert.isEmpty(await synthesisedChunks(voice, SHORT, AbortSignal.abort()));
    voice.close();
  },

  'ends quietly when it is closed, also twice, and says nothing afterwards': async (stand) => {
    const voice = await stand.open();
    const whole = lengthOf(await synthesisedChunks(voice, LONG));
    const before = await interrupted(voice, LONG, never(), () => voice.close());
    voice.close();
    assert.isBelow(before, whole / 2);
    assert.isEmpty(await synthesisedChunks(voice, SHORT));
  },

  'speaks for several listeners at once, to each the same': async (stand) => {
    const voices = await Promise.all([stand.open(), stand.open()]);
    const [one, other] = await Promise.all(voices.map(async (voice) => lengthOf(await synthesisedChunks(voice, LONG))));
    assert.isAbove(one!, 0);
    assert.equal(one, other);
    for (const voice of voices) voice.close();
  },

  'fails as a vendor does when it breaks down, and speaks again': async (stand) => {
    const voice = await stand.open();
    const speaking = synthesisedChunks(voice, LONG).catch((failure: unknown) => failure);
    await stand.breakDown();
    const failure = await speaking;
    assert.isTrue(failure instanceof VendorFailure && failure.retryable);
    assert.isAbove(seconds(voice, await synthesisedChunks(voice, SHORT)), 0.4);
    voice.close();
  },
};
