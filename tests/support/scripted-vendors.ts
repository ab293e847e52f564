import type { Vendors } from '../../application/ports/providers.ts';

/** Vendors without delay: a fixed transcript, a fixed reply, and a tone as audio. */
export const scriptedVendors = (received = 'what do you say', answer = 'This is my answer.'): Vendors => ({
  async transcription(_settings, _options, listener) {
    let isOpen = true;
    return {
      endpointingMs: 300,
      write: () => undefined,
      startUtterance: () => undefined,
      endUtterance: () => isOpen && listener.transcript({ text: received, final: true }),
      close() {
        isOpen = false;
      },
    };
  },
  async synthesiser(_settings, { sampleRate }) {
    const tone = Int16Array.from(
      { length: sampleRate / 5 },
      (_, n) => 4_000 * Math.sin((2 * Math.PI * 440 * n) / sampleRate),
    );
    return {
      sampleRate,
      async *synthesise() {
        yield tone;
      },
      close: () => undefined,
    };
  },
  async languageModel() {
    return {
      model: 'scripted',
      async *generate() {
        yield { type: 'text', text: answer };
      },
      close: () => undefined,
    };
  },
});
