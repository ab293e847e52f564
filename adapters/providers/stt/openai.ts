import { secret, text } from '../../../domain/providers/fields.ts';
import { endpoint, upstreamUrl } from '../../lib/upstream-url.ts';
import { sttProvider } from '../define.ts';
import { ANY_LANGUAGE, codeOf, WHISPER } from '../language-codes.ts';
import { bearer } from '../openai/bearer.ts';
import { isUpdated, realtimeFormat, RealtimeLine } from '../openai/realtime-line.ts';
import { openAiTranscriptions } from '../openai/transcriptions.ts';
import { endpointing, heardLanguage, keytermsField } from '../speech/fields.ts';
import { openSession } from '../speech/session.ts';
import { SegmentTranscription } from '../speech/segment-transcription.ts';
import { StreamedTranscription } from '../speech/streamed-transcription.ts';

/** OpenAI's transcription: live over a realtime session, or of each utterance as a recording when it is over. */
export const openai = sttProvider({
  provider: 'openai',
  name: 'OpenAI',
  provider_type: 'cloud',
  description: 'Speech recognition, live or of each utterance as a whole.',
  required: ['api_key'],
  fields: {
    api_key: secret({ docs_url: 'https://platform.openai.com/api-keys' }),
    model: text({
      default: 'gpt-live-transcribe',
      allow_custom_input: true,
      docs_url: 'https://developers.openai.com/api/docs/guides/realtime-transcription',
      description: 'gpt-live-transcribe tells words while the caller speaks; gpt-transcribe costs less.',
    }),
    language: heardLanguage(),
    prompt: text({ multiline: true, description: 'What the conversation is about, and how its words are spelled.' }),
    keyterms: keytermsField({ limits: 'gpt-transcribe and gpt-live-transcribe only.' }),
    endpointing_ms: endpointing(500),
    base_url: text({
      default: 'https://api.openai.com/v1',
      examples: ['https://api.openai.com/v1', 'https://eu.api.openai.com/v1'],
      allow_custom_input: true,
    }),
  },
  capabilities: { 'gpt-live-transcribe': { languages: WHISPER }, 'gpt-transcribe': { languages: WHISPER } },
  check: ({ base_url }) => void upstreamUrl(base_url),
  async open(settings, { sampleRate, language }, listener, network) {
    const { api_key, model, prompt = '', base_url, endpointing_ms } = settings;
    const keywords = takesKeywords(model) ? settings.keyterms : [];
    const headers = bearer(api_key);
    const code = codeOf('openai', WHISPER, settings.language ?? language);
    if (!REALTIME.test(model)) {
      const fields = { model, language: code, prompt, 'keywords[]': keywords };
      const wire = { vendor: 'openai', baseUrl: base_url, headers, fields, sampleRate, network };
      return new SegmentTranscription(openAiTranscriptions(wire), listener, {
        endpointingMs: endpointing_ms,
        sampleRate,
      });
    }
    const url = endpoint(base_url, 'ws', '/realtime', { intent: 'transcription' });
    const request = { vendor: 'openai', url, headers, network };
    const hello = JSON.stringify({
      type: 'session.update',
      session: sessionOf(realtimeFormat(sampleRate), { model, code, prompt, keywords }),
    });
    return StreamedTranscription.open(
      {
        name: 'openai',
        endpointingMs: endpointing_ms,
        sampleRate,
        finalMs: 2_500,
        keepAlive: null,
        farewell: null,
        line: () => new RealtimeLine(sampleRate),
        connect: (lines) => openSession(request, { hello, isReady: isUpdated }, lines),
      },
      listener,
    );
  },
});

/** Models that listen while the caller speaks; the others hear an utterance as a whole. */
const REALTIME = /^gpt-(live|realtime)/;

/** Models that take key terms as `keywords`; for all others they are a part of no request. */
const takesKeywords = (model: string): boolean =>
  model.startsWith('gpt-transcribe') || model.startsWith('gpt-live-transcribe');

interface Hearing extends Readonly<Record<'model' | 'code' | 'prompt', string>> {
  readonly keywords: readonly string[];
}

/** A session whose turns end when we say so. */
const sessionOf = (format: object, { model, code, prompt, keywords }: Hearing) => ({
  type: 'transcription',
  audio: {
    input: {
      format,
      transcription: {
        model,
        ...(code !== ANY_LANGUAGE && { language: code }),
        ...(prompt !== '' && { prompt }),
        ...(keywords.length > 0 && { keywords }),
      },
      turn_detection: null,
    },
  },
});
