import type { Vendors } from '../application/ports/providers.ts';

/** Delays of vendors that do nothing but wait, in milliseconds. */
export interface VendorDelays {
  readonly stt: number;
  readonly llm: number;
  readonly tts: number;
}

const REPLY = 'This is the answer to everything you have asked.';

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Vendors that answer after a fixed time with fixed words and a fixed tone: what is left is our own time. */
export const scriptedVendors = (delays: VendorDelays, endpointingMs: number, replySeconds = 3): Vendors => ({
  async transcription(_settings, _options, listener) {
    let isOpen = true;
    return {
      endpointingMs,
      write: () => undefined,
      begin: () => undefined,
      finish() {
        setTimeout(() => isOpen && listener.heard({ text: 'what do you say', final: true }), delays.stt);
      },
      close() {
        isOpen = false;
      },
    };
  },
  async voice(_settings, { sampleRate }) {
    const tone = Int16Array.from(
      { length: sampleRate / 10 },
      (_, n) => 4_000 * Math.sin((2 * Math.PI * 440 * n) / sampleRate),
    );
    return {
      sampleRate,
      async *speak(_text, signal) {
        await wait(delays.tts);
        for (let piece = 0; piece < replySeconds * 10 && !signal.aborted; piece += 1) yield tone;
      },
      close: () => undefined,
    };
  },
  async languageModel() {
    return {
      model: 'scripted',
      async *think() {
        await wait(delays.llm);
        for (const word of REPLY.split(' ')) yield { type: 'text', text: `${word} ` };
      },
      close: () => undefined,
    };
  },
});
