import { assert } from 'chai';
import type { SpeechSynthesiser } from '../../application/ports/text-to-speech.ts';
import { playedText, type WordTiming } from '../../domain/voice/played-text.ts';
import type { Contract } from '../support/contract.ts';
import { piece } from './reply.contract.ts';
import type { TtsVendor } from './tts-vendor.contract.ts';
import { never } from './text-to-speech.contract.ts';
import { eventually } from '../support/eventually.ts';

interface UnbrokenVendor extends TtsVendor {
  readonly server: TtsVendor['server'] & {
    /** The names under which something was spoken. */
    readonly contexts: ReadonlySet<string>;
    readonly connections: readonly { readonly texts: readonly string[] }[];
  };
}

interface RoomyVendor extends TtsVendor {
  readonly server: TtsVendor['server'] & {
    readonly manner: { closeMs: number };
    /** The contexts that are open, and how many there were at most on one connection. */
    readonly open: { readonly count: number; readonly most: number };
  };
}

const TEXTS = ['Good morning to you.', 'We open at nine, every day.', 'To you: every day!'];
const MOMENT = 0.01;

const wordsIn = (text: string): string => text.replace(/\p{P}/gu, '').trim();

/** All word timings of a text of this speech, which continues with the next. */
async function markedBy(voice: SpeechSynthesiser, text: string, speech: object, next?: string): Promise<WordTiming[]> {
  const marks: WordTiming[] = [];
  await piece(voice, text, { speech, next, onWordTiming: (mark) => marks.push(mark) });
  return marks;
}

/** What vendors promise who tell where in a text they are: with them it is known what an interrupted caller has heard. */
export const timedVoiceContract: Contract<TtsVendor> = {
  'tells when each word of a speech is over, text by text': async (vendor) => {
    const voice = await vendor.open();
    const speech = {};
    for (const [at, text] of TEXTS.entries()) {
      // The first is not foretold, the others are.
      const marks = await markedBy(voice, text, speech, at === 0 ? undefined : TEXTS[at + 1]);
      const secondsOf = (end: number): number =>
        vendor.samplesIn(text.slice(0, end), voice.sampleRate) / voice.sampleRate;
      const received = (seconds: number): string =>
        wordsIn(playedText([{ text, samples: null, played: seconds * voice.sampleRate, marks }], voice.sampleRate));
      // Whether the mark behind a word belongs to it, vendors see differently.
      for (const { 0: word, 1: letters = '', index } of text.matchAll(/(\p{L}+)\p{P}*/gu)) {
        assert.equal(received(secondsOf(index + letters.length) - MOMENT), wordsIn(text.slice(0, index)));
        assert.equal(received(secondsOf(index + word.length) + MOMENT), wordsIn(text.slice(0, index + word.length)));
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
    for await (const { length } of voice.synthesise('Interrupt me, please.', stop.signal, { speech: second }))
      if (length > 0) stop.abort();
    await markedBy(voice, 'Yes?', second);
    assert.deepEqual([...vendor.server.contexts], ['utterance-1', 'utterance-2', 'utterance-3']);
    assert.lengthOf(vendor.server.received, 1);
    voice.close();
  },

  'sends the next text while the last is still spoken': async (vendor) => {
    const voice = await vendor.open();
    const speech = {};
    await markedBy(voice, 'Hello.', speech);
    const sent = (): string => vendor.server.connections.flatMap(({ texts }) => texts).join();
    let early = 0;
    for await (const { length } of voice.synthesise('I will look it up for you.', never(), { speech })) {
      voice.prepare?.('One moment.', speech);
      early += length;
      if (early === length) await eventually(() => sent().includes('One moment.'), 'the next text');
    }
    assert.equal(await piece(voice, 'One moment.', { speech }), vendor.samplesIn('One moment.', voice.sampleRate));
    assert.lengthOf([...vendor.server.contexts], 1);
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

/** What vendors promise who have few contexts, and keep each until they have told that it is closed. */
export const roomyVoiceContract: Contract<RoomyVendor> = {
  'keeps within the limit of open contexts, however often it is interrupted': async (vendor) => {
    const voice = await vendor.open();
    vendor.server.manner.closeMs = 300;
    for (let times = 0; times < 12; times += 1) {
      const [stop, speech] = [new AbortController(), {}];
      for await (const { length } of voice.synthesise('Interrupt me, please.', stop.signal, { speech }))
        if (length > 0) stop.abort();
      voice.endSpeech?.(speech);
    }
    assert.equal(await piece(voice, 'Yes?', { speech: {} }), vendor.samplesIn('Yes?', voice.sampleRate));
    assert.isAtMost(vendor.server.open.most, 5);
    voice.close();
  },

  'closes a speech once, when nothing more is wanted of it': async (vendor) => {
    const voice = await vendor.open();
    for (const isInterrupted of [false, true, false]) {
      const [stop, speech] = [new AbortController(), {}];
      for await (const { length } of voice.synthesise('How are you today?', stop.signal, { speech }))
        if (length > 0 && isInterrupted) stop.abort();
      voice.endSpeech?.(speech);
      await eventually(() => vendor.server.open.count === 0, 'the end of the speech');
    }
    const stop = new AbortController();
    vendor.server.manner.onRequest = () => stop.abort();
    vendor.server.manner.slowMs = 60;
    await piece(voice, 'Never mind.', { speech: {}, signal: stop.signal });
    await eventually(() => vendor.server.open.count === 0, 'the end of what was not heard');
    assert.lengthOf(vendor.server.received, 1);
    voice.close();
  },
};
