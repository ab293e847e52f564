import { llmProvider, sttProvider, ttsProvider } from '../../../adapters/providers/define.ts';
import type { LanguageModel } from '../../../application/ports/language-model.ts';
import type { Transcription } from '../../../application/ports/speech-to-text.ts';
import type { SpeechSynthesiser } from '../../../application/ports/text-to-speech.ts';
import { integer, secret, text } from '../../../domain/providers/fields.ts';

/** What the vendor was opened with, last. */
export const opened: { settings: unknown; how: readonly unknown[] } = { settings: null, how: [] };

const described = (provider: string) => ({
  provider,
  name: provider,
  provider_type: 'cloud' as const,
  description: 'A vendor of the tests.',
});

/** A transcriber that remembers how it was opened. */
export const acme = sttProvider({
  ...described('acme'),
  required: ['api_key', 'model'],
  fields: {
    api_key: secret(),
    model: text({ default: 'fast', examples: ['fast', 'exact'] }),
    pause_ms: integer({ minimum: 10, maximum: 5000 }),
  },
  async open(settings, ...how): Promise<Transcription> {
    Object.assign(opened, { settings, how });
    const nothing = (): void => undefined;
    return { endpointingMs: 1, write: nothing, startUtterance: nothing, endUtterance: nothing, close: nothing };
  },
});

/** A transcriber with the id of the default one. */
const defaultStt = sttProvider({
  ...described('deepgram'),
  required: [],
  fields: {},
  open: async () => Promise.reject(new Error('deaf, and the key is hunter2')),
});

const defaultTts = ttsProvider({
  ...described('elevenlabs'),
  required: [],
  fields: { voice: text({ default: 'ann' }) },
  async open(settings, ...how): Promise<SpeechSynthesiser> {
    Object.assign(opened, { settings, how });
    return { sampleRate: 16_000, synthesise: async function* () {}, close: () => undefined };
  },
});

const defaultLlm = llmProvider({
  ...described('openai'),
  required: [],
  fields: { model: text() },
  async open(settings): Promise<LanguageModel> {
    Object.assign(opened, { settings, how: [] });
    return { model: settings.model ?? null, generate: async function* () {}, close: () => undefined };
  },
});

/** The defaults and a vendor with a key. */
export const few = { stt: [defaultStt, acme], tts: [defaultTts], llm: [defaultLlm], telephony: [] };
