import { secret, text } from '../../../domain/providers/fields.ts';
import { upstreamUrl } from '../../lib/upstream-url.ts';
import { sttProvider } from '../define.ts';
import { codeOf, ENGLISH, WHISPER } from '../language-codes.ts';
import { bearer } from '../bearer.ts';
import { openAiTranscriptions } from '../_openai/transcriptions.ts';
import { endpointing, transcriptionLanguage } from '../_speech/fields.ts';
import { BatchTranscription } from '../_speech/batch-transcription.ts';

/** Any server with OpenAI's transcription API: speaches, vLLM, LocalAI, LiteLLM and others. */
export const openaiCompatibleStt = sttProvider({
  provider: 'openai_compatible',
  name: 'OpenAI-compatible',
  provider_type: 'adapter',
  description:
    'Speech recognition of your own, or of a gateway, behind the transcription interface of OpenAI. It hears an ' +
    'utterance as a whole: no words while the caller speaks.',
  required: ['base_url', 'model'],
  fields: {
    api_key: secret({ description: 'Only if the server asks for one.' }),
    base_url: text({ format: 'uri', description: 'Where the server is, such as https://speech.example.com/v1.' }),
    model: text({ allow_custom_input: true, description: 'As the server calls it.' }),
    language: transcriptionLanguage(),
    prompt: text({ multiline: true, description: 'What the conversation is about, and how its words are spelled.' }),
    endpointing_ms: endpointing(500),
  },
  capabilities: {
    'whisper-large-v3': { languages: WHISPER },
    'Systran/faster-whisper-large-v3': { languages: WHISPER },
    'Systran/faster-distil-whisper-small.en': { languages: ENGLISH },
  },
  check: ({ base_url }) => void (base_url !== undefined && upstreamUrl(base_url)),
  async open({ api_key, base_url, model, prompt = '', ...settings }, { sampleRate, language }, listener, network) {
    const transcribe = openAiTranscriptions({
      vendor: 'openai_compatible',
      baseUrl: base_url,
      headers: bearer(api_key),
      fields: { model, language: codeOf('openai_compatible', WHISPER, settings.language ?? language), prompt },
      sampleRate,
      network,
    });
    return new BatchTranscription(transcribe, listener, { endpointingMs: settings.endpointing_ms, sampleRate });
  },
});
