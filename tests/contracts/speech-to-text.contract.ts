import { assert } from 'chai';
import type { Transcript, Transcription, TranscriptionListener } from '../../application/ports/speech-to-text.ts';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import type { Contract } from '../support/contract.ts';

/** A vendor to be listened with, and callers it is known to understand. */
export interface TranscriptionStand {
  readonly sampleRate: number;
  /** Two texts that the vendor understands exactly when a caller of this stand says them. */
  readonly texts: readonly [string, string];
  open(listener: TranscriptionListener): Promise<Transcription>;
  /** A caller saying the text: audio that begins and ends with the words. */
  saying(text: string): Promise<Int16Array>;
  /** Breaks whatever the open transcriptions stand on. */
  breakDown(): Promise<void>;
}

type Outcome = { readonly text: string } | { readonly failure: VendorFailure };

/** Remembers what a transcription tells, and lets a test wait for the next utterance to be over. */
export class Listener implements TranscriptionListener {
  readonly transcripts: Transcript[] = [];
  readonly outcomes: Outcome[] = [];
  readonly #waiting: ((outcome: Outcome) => void)[] = [];
  #taken = 0;

  transcript(result: Transcript): void {
    this.transcripts.push(result);
    if (result.final) this.#over({ text: result.text });
  }

  failed(failure: VendorFailure): void {
    this.#over({ failure });
  }

  /** The outcome of the next utterance, also of one that is over already. */
  next(): Promise<Outcome> {
    const outcome = this.outcomes[this.#taken++];
    return outcome ? Promise.resolve(outcome) : new Promise((resolve) => this.#waiting.push(resolve));
  }

  #over(outcome: Outcome): void {
    this.outcomes.push(outcome);
    this.#waiting.shift()?.(outcome);
  }
}

/** Hands audio over as calls do: in frames of 20 ms, always in the same piece of memory. */
export function hand(transcription: Transcription, audio: Int16Array, sampleRate: number): void {
  const frame = new Int16Array(sampleRate / 50);
  for (let at = 0; at < audio.length; at += frame.length) {
    frame.fill(0);
    frame.set(audio.subarray(at, at + frame.length));
    transcription.write(frame);
  }
}

const silence = (stand: TranscriptionStand, ms: number): Int16Array => new Int16Array((stand.sampleRate * ms) / 1000);

/** Says a text the way a call does: silence, the beginning, the words, silence, the end. */
export async function say(stand: TranscriptionStand, transcription: Transcription, text: string): Promise<void> {
  const words = await stand.saying(text);
  hand(transcription, silence(stand, 300), stand.sampleRate);
  transcription.startUtterance();
  hand(transcription, words, stand.sampleRate);
  hand(transcription, silence(stand, 300), stand.sampleRate);
  transcription.endUtterance();
}

const understood = async (stand: TranscriptionStand, text: string): Promise<Outcome> => {
  const listener = new Listener();
  const transcription = await stand.open(listener);
  await say(stand, transcription, text);
  const outcome = await listener.next();
  transcription.close();
  return outcome;
};

/** What every vendor promises who turns speech into text. */
export const speechToTextContract: Contract<TranscriptionStand> = {
  'tells a silence that ends a turn': async (stand) => {
    const transcription = await stand.open(new Listener());
    assert.isAtLeast(transcription.endpointingMs, 100);
    assert.isAtMost(transcription.endpointingMs, 3000);
    transcription.close();
  },

  'answers an utterance with exactly one final text': async (stand) => {
    const listener = new Listener();
    const transcription = await stand.open(listener);
    for (const text of stand.texts) {
      await say(stand, transcription, text);
      assert.deepEqual(await listener.next(), { text });
    }
    assert.lengthOf(listener.outcomes, 2);
    transcription.close();
  },

  'tells texts on the way only when there are words in them, and none after the final one': async (stand) => {
    const listener = new Listener();
    const transcription = await stand.open(listener);
    await say(stand, transcription, stand.texts[0]);
    await listener.next();
    const { transcripts } = listener;
    assert.isTrue(transcripts.at(-1)?.final);
    for (const { text, final } of transcripts.slice(0, -1)) assert.isTrue(!final && text !== '');
    transcription.close();
  },

  'answers with an empty text when there were no words': async (stand) => {
    const listener = new Listener();
    const transcription = await stand.open(listener);
    transcription.startUtterance();
    hand(transcription, silence(stand, 600), stand.sampleRate);
    transcription.endUtterance();
    assert.deepEqual(await listener.next(), { text: '' });
    assert.isTrue(listener.transcripts.every(({ final }) => final));
    transcription.close();
  },

  'counts what was said shortly before the beginning': async (stand) => {
    const [text] = stand.texts;
    const listener = new Listener();
    const transcription = await stand.open(listener);
    const words = await stand.saying(text);
    const soon = stand.sampleRate * 0.2;
    hand(transcription, silence(stand, 300), stand.sampleRate);
    hand(transcription, words.subarray(0, soon), stand.sampleRate);
    transcription.startUtterance();
    hand(transcription, words.subarray(soon), stand.sampleRate);
    transcription.endUtterance();
    assert.deepEqual(await listener.next(), { text });
    transcription.close();
  },

  'answers in the order of speaking, also when the next one begins before': async (stand) => {
    const listener = new Listener();
    const transcription = await stand.open(listener);
    for (const text of stand.texts) await say(stand, transcription, text);
    assert.deepEqual(
      [await listener.next(), await listener.next()],
      stand.texts.map((text) => ({ text })),
    );
    const firstEnd = listener.transcripts.findIndex(({ final }) => final);
    assert.isTrue(listener.transcripts.slice(0, firstEnd).every(({ text }) => !stand.texts[1].startsWith(text)));
    transcription.close();
  },

  'takes a second beginning for the same utterance, and a second end for none': async (stand) => {
    const [text, other] = stand.texts;
    const listener = new Listener();
    const transcription = await stand.open(listener);
    transcription.startUtterance();
    await say(stand, transcription, text);
    transcription.endUtterance();
    await say(stand, transcription, other);
    assert.deepEqual([await listener.next(), await listener.next()], [{ text }, { text: other }]);
    transcription.close();
  },

  'hears nothing in what was never begun': async (stand) => {
    const [text, other] = stand.texts;
    const listener = new Listener();
    const transcription = await stand.open(listener);
    hand(transcription, await stand.saying(other), stand.sampleRate);
    transcription.endUtterance();
    await say(stand, transcription, text);
    assert.deepEqual(await listener.next(), { text });
    assert.lengthOf(listener.outcomes, 1);
    transcription.close();
  },

  'keeps callers apart who speak at the same time': async (stand) => {
    const outcomes = await Promise.all(stand.texts.map((text) => understood(stand, text)));
    assert.deepEqual(
      outcomes,
      stand.texts.map((text) => ({ text })),
    );
  },

  'tells nothing after it was closed, whatever is asked of it': async (stand) => {
    const [text, other] = stand.texts;
    const listener = new Listener();
    const transcription = await stand.open(listener);
    await say(stand, transcription, text);
    transcription.close();
    transcription.close();
    await say(stand, transcription, text);
    assert.deepEqual(await understood(stand, other), { text: other });
    assert.isEmpty(listener.outcomes);
  },

  'loses an utterance when it breaks down, and understands the next one': async (stand) => {
    const [text, other] = stand.texts;
    const listener = new Listener();
    const transcription = await stand.open(listener);
    transcription.startUtterance();
    hand(transcription, (await stand.saying(text)).subarray(0, stand.sampleRate / 4), stand.sampleRate);
    await stand.breakDown();
    const lost = await listener.next();
    assert.isTrue('failure' in lost && lost.failure instanceof VendorFailure && lost.failure.retryable);
    transcription.endUtterance();
    await say(stand, transcription, other);
    assert.deepEqual(await listener.next(), { text: other });
    transcription.close();
  },
};
