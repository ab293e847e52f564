import { choice, number, secret, text } from '../../../domain/providers/fields.ts';
import { upstreamUrl } from '../../lib/upstream-url.ts';
import { sttProvider } from '../define.ts';
import { codeOf, WHISPER_ISO } from '../language-codes.ts';
import { bearer } from '../bearer.ts';
import { openAiTranscriptions } from '../_openai/transcriptions.ts';
import { baseUrl, endpointing, transcriptionLanguage } from '../_speech/fields.ts';
import { BatchTranscription } from '../_speech/batch-transcription.ts';

/** Groq's Whisper: batch transcription by OpenAI's API. */
export const groqStt = sttProvider({
  provider: 'groq',
  name: 'Groq Whisper',
  vendor: 'Groq',
  provider_type: 'cloud',
  description: 'Whisper, fast and at low cost. It hears an utterance as a whole: no words while the caller speaks.',
  required: ['api_key'],
  fields: {
    api_key: secret({ docs_url: 'https://console.groq.com/keys' }),
    model: choice(['whisper-large-v3-turbo', 'whisper-large-v3'], {
      default: 'whisper-large-v3-turbo',
      docs_url: 'https://console.groq.com/docs/speech-to-text',
    }),
    language: transcriptionLanguage(),
    prompt: text({ multiline: true, description: 'What the conversation is about, and how its words are spelled.' }),
    temperature: number({ default: 0, minimum: 0, maximum: 1, description: 'How freely it guesses.' }),
    endpointing_ms: endpointing(500),
    base_url: baseUrl('https://api.groq.com/openai/v1'),
  },
  capabilities: {
    'whisper-large-v3-turbo': { languages: WHISPER_ISO },
    'whisper-large-v3': { languages: WHISPER_ISO },
  },
  check: ({ base_url }) => void upstreamUrl(base_url),
  async open({ api_key, base_url, model, temperature, prompt = '', ...settings }, options, listener, network) {
    const { sampleRate, language, wordTimes = false } = options;
    const code = codeOf('groq', WHISPER_ISO, settings.language ?? language);
    const transcribe = openAiTranscriptions({
      vendor: 'groq',
      baseUrl: base_url,
      headers: bearer(api_key),
      fields: { model, language: code, prompt, temperature: String(temperature) },
      sampleRate,
      network,
      wordTimes,
    });
    return new BatchTranscription(transcribe, listener, { endpointingMs: settings.endpointing_ms, sampleRate });
  },
});
