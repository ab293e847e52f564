import { assert } from 'chai';
import type { Voice } from '../../application/ports/text-to-speech.ts';
import { heardText, type WordMark } from '../../domain/voice/heard.ts';
import type { Contract } from '../support/contract.ts';
import type { SpeakingVendor } from './speaking-vendor.contract.ts';

interface UnbrokenVendor extends SpeakingVendor {
  /** The names under which something was spoken. */
  readonly server: SpeakingVendor['server'] & { readonly contexts: ReadonlySet<string> };
}

const TEXTS = ['Good morning to you.', 'We open at nine, every day.'];
const MOMENT = 0.01;

const never = (): AbortSignal => new AbortController().signal;

const wordsIn = (text: string): string => text.replace(/\p{P}/gu, '').trim();

/** All that the voice tells of a text of this speech. */
async function markedBy(voice: Voice, text: string, speech: object): Promise<WordMark[]> {
  const marks: WordMark[] = [];
  for await (const { length } of voice.speak(text, never(), { speech, marked: (mark) => marks.push(mark) }))
    assert.isAbove(length, 0);
  return marks;
}

/** What vendors promise who tell where in a text they are: with them it is known what an interrupted caller has heard. */
export const timedVoiceContract: Contract<SpeakingVendor> = {
  'tells when each word of a speech is over, text by text': async (vendor) => {
    const voice = await vendor.open();
    const speech = {};
    for (const text of TEXTS) {
      const marks = await markedBy(voice, text, speech);
      const secondsOf = (end: number): number =>
        vendor.samplesIn(text.slice(0, end), voice.sampleRate) / voice.sampleRate;
      const heard = (seconds: number): string =>
        wordsIn(heardText([{ text, samples: null, played: seconds * voice.sampleRate, marks }], voice.sampleRate));
      // Whether the mark behind a word belongs to it, vendors see differently.
      for (const { 0: word, 1: letters = '', index } of text.matchAll(/(\p{L}+)\p{P}*/gu)) {
        assert.equal(heard(secondsOf(index + letters.length) - MOMENT), wordsIn(text.slice(0, index)));
        assert.equal(heard(secondsOf(index + word.length) + MOMENT), wordsIn(text.slice(0, index + word.length)));
      }
    }
    voice.close();
  },
};

/** What vendors promise who speak the texts of a speech as one. */
export const unbrokenVoiceContract: Contract<UnbrokenVendor> = {
  'gives the texts of a speech one context, every speech another, and an interrupted one no more': async (vendor) => {
    const voice = await vendor.open();
    const [first, second] = [{}, {}];
    for (const speech of [first, first, second]) await markedBy(voice, 'Good morning.', speech);
    const stop = new AbortController();
    for await (const { length } of voice.speak('Interrupt me, please.', stop.signal, { speech: second }))
      if (length > 0) stop.abort();
    await markedBy(voice, 'Yes?', second);
    assert.deepEqual([...vendor.server.contexts], ['utterance-1', 'utterance-2', 'utterance-3']);
    assert.lengthOf(vendor.server.asked, 1);
    voice.close();
  },

  'begins anew when the vendor has given a speech up': async (vendor) => {
    const voice = await vendor.open();
    const speech = {};
    await markedBy(voice, 'Good morning.', speech);
    vendor.server.cut();
    assert.isNotEmpty(await markedBy(voice, 'How are you?', speech));
    voice.close();
  },
};
