import { integer, secret, text } from '../../../domain/providers/fields.ts';
import { upstreamUrl } from '../../lib/upstream-url.ts';
import { sttProvider } from '../define.ts';
import { codeOf, WHISPER } from '../language-codes.ts';
import { bearer } from '../openai/bearer.ts';
import { openAiTranscriptions } from '../openai/transcriptions.ts';
import { SegmentTranscription } from '../speech/segment-transcription.ts';

/** OpenAI's transcription of recordings: each utterance is understood when it is over. */
export const openai = sttProvider({
  provider: 'openai',
  name: 'OpenAI',
  provider_type: 'cloud',
  description: 'Speech recognition that hears an utterance as a whole: no words while the caller speaks.',
  required: ['api_key'],
  fields: {
    api_key: secret({ docs_url: 'https://platform.openai.com/api-keys' }),
    model: text({
      default: 'gpt-transcribe',
      allow_custom_input: true,
      docs_url: 'https://developers.openai.com/api/docs/guides/speech-to-text',
    }),
    language: text({ description: "The agent's own language when it is left out." }),
    prompt: text({ multiline: true, description: 'What the conversation is about, and how its words are spelled.' }),
    endpointing_ms: integer({
      default: 500,
      minimum: 100,
      maximum: 3000,
      description: 'A caller who is silent for so long may have finished.',
    }),
    base_url: text({
      default: 'https://api.openai.com/v1',
      examples: ['https://api.openai.com/v1', 'https://eu.api.openai.com/v1'],
      allow_custom_input: true,
    }),
  },
  capabilities: { 'gpt-transcribe': { languages: WHISPER } },
  check: ({ base_url }) => void upstreamUrl(base_url),
  async open({ api_key, model, prompt = '', ...settings }, { sampleRate, language }, listener, network) {
    const transcribe = openAiTranscriptions({
      vendor: 'openai',
      baseUrl: settings.base_url,
      headers: bearer(api_key),
      fields: { model, language: codeOf('openai', WHISPER, settings.language ?? language), prompt },
      sampleRate,
      network,
    });
    return new SegmentTranscription(transcribe, listener, { endpointingMs: settings.endpointing_ms, sampleRate });
  },
});
