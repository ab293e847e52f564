import type { Vendors } from '../application/ports/providers.ts';
import type { LanguageModel } from '../application/ports/language-model.ts';

/** Delays of vendors that do nothing but wait, and the wait for the end of a turn. In milliseconds. */
export const DELAYS = { stt: 50, llm: 100, tts: 50 } as const;
export const ENDPOINTING_MS = 300;

const REPLY = 'This is the answer to everything you have asked.';
/** Amplitudes that stay apart on the telephone. */
const DIGITS = [500, 1_000, 2_000, 3_500, 5_500, 8_500, 12_500, 18_000] as const;
const DIGIT_COUNT = 6;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

let playedSamples = 0;

/** 100 ms of a tone; every 20 ms of it begin with the number of what is spoken, so that a listener can tell it apart. */
function numbered(tone: Int16Array): Int16Array {
  const numberedTone = tone.slice();
  playedSamples += 1;
  for (let frame = 0; frame < 5; frame += 1)
    for (let digit = 0; digit < DIGIT_COUNT; digit += 1)
      numberedTone[(frame * tone.length) / 5 + digit] = DIGITS[(playedSamples >> (3 * digit)) & 7] as number;
  return numberedTone;
}

/** The model's reply, word by word, after its fixed time. */
export async function* reply(): AsyncGenerator<{ readonly type: 'text'; readonly text: string }> {
  await wait(DELAYS.llm);
  for (const word of REPLY.split(' ')) yield { type: 'text', text: `${word} ` };
}

const talker = (): LanguageModel => ({ model: 'scripted', generate: reply, close: () => undefined });

/** Vendors that answer after a fixed time with fixed words and a fixed tone: what is left is our own time. */
export const scriptedVendors = (replySeconds = 3, model: () => LanguageModel = talker): Vendors => ({
  async transcription(_settings, _options, listener) {
    let isOpen = true;
    return {
      endpointingMs: ENDPOINTING_MS,
      write: () => undefined,
      startUtterance: () => undefined,
      endUtterance() {
        setTimeout(() => isOpen && listener.transcript({ text: 'what do you say', final: true }), DELAYS.stt);
      },
      close() {
        isOpen = false;
      },
    };
  },
  async synthesiser(_settings, { sampleRate }) {
    const tone = Int16Array.from(
      { length: sampleRate / 10 },
      (_, n) => 4_000 * Math.sin((2 * Math.PI * 440 * n) / sampleRate),
    );
    return {
      sampleRate,
      async *synthesise(_text, signal) {
        await wait(DELAYS.tts);
        const sound = numbered(tone);
        for (let piece = 0; piece < replySeconds * 10 && !signal.aborted; piece += 1) yield sound;
      },
      close: () => undefined,
    };
  },
  languageModel: async () => model(),
});
