import type { Vendors } from '../../application/ports/providers.ts';
import { DELAYS, ENDPOINTING_MS, REPLY, REPLY_SECONDS, ScriptedRecogniser, toneOf, wait } from './script.ts';

/** The vendors of the bench behind our ports. */
export const peerVendors: Vendors = {
  async transcription(_settings, { sampleRate }, listener) {
    let isOpen = true;
    const deliver = (text: string, final: boolean): void => void (isOpen && listener.transcript({ text, final }));
    const recogniser = new ScriptedRecogniser(sampleRate, deliver);
    return {
      endpointingMs: ENDPOINTING_MS,
      write: (pcm) => recogniser.write(pcm),
      startUtterance: () => undefined,
      // The final transcript was delivered before, or is due: otherwise nothing was said.
      endUtterance: () => void setImmediate(() => !recogniser.isFinalDue && deliver('', true)),
      close: () => (isOpen = false),
    };
  },
  async synthesiser(_settings, { sampleRate }) {
    const tone = toneOf(sampleRate);
    return {
      sampleRate,
      async *synthesise(_text, signal) {
        await wait(DELAYS.tts);
        for (let piece = 0; piece < REPLY_SECONDS * 10 && !signal.aborted; piece += 1) yield tone;
      },
      close: () => undefined,
    };
  },
  languageModel: async () => ({
    model: 'scripted',
    async *generate() {
      await wait(DELAYS.llm);
      for (const word of REPLY.split(' ')) yield { type: 'text', text: `${word} ` };
    },
    close: () => undefined,
  }),
};
