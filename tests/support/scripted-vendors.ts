import type { Vendors } from '../../application/ports/providers.ts';

/** Vendors without delay: a fixed transcript, a fixed reply, and a tone as audio. */
export const scriptedVendors = (heard = 'what do you say', answer = 'This is my answer.'): Vendors => ({
  async transcription(_settings, _options, listener) {
    let isOpen = true;
    return {
      endpointingMs: 300,
      write: () => undefined,
      begin: () => undefined,
      finish: () => isOpen && listener.heard({ text: heard, final: true }),
      close() {
        isOpen = false;
      },
    };
  },
  async voice(_settings, { sampleRate }) {
    const tone = Int16Array.from(
      { length: sampleRate / 5 },
      (_, n) => 4_000 * Math.sin((2 * Math.PI * 440 * n) / sampleRate),
    );
    return {
      sampleRate,
      async *speak() {
        yield tone;
      },
      close: () => undefined,
    };
  },
  async languageModel() {
    return {
      model: 'scripted',
      async *think() {
        yield { type: 'text', text: answer };
      },
      close: () => undefined,
    };
  },
});
