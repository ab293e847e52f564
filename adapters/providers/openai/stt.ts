import { invalid } from '../../../domain/errors.ts';
import { choice, secret, text } from '../../../domain/providers/fields.ts';
import { endpoint, upstreamUrl } from '../../lib/upstream-url.ts';
import { sttProvider } from '../define.ts';
import { codeOf, WHISPER_ISO } from '../language-codes.ts';
import { bearer } from '../bearer.ts';
import { isUpdated, realtimeFormat } from './realtime-messages.ts';
import { RealtimeSttProtocol } from './realtime-protocol.ts';
import { semanticVadProtocol } from './semantic-vad-protocol.ts';
import { endsTurnsLive, formFields, isLive, takesPrompt, transcriptionFields } from './transcription-models.ts';
import { openAiTranscriptions } from '../_openai/transcriptions.ts';
import { endpointing, transcriptionLanguage, keytermsField } from '../_speech/fields.ts';
import { openWithHandshake } from '../_speech/handshake.ts';
import { BatchTranscription } from '../_speech/batch-transcription.ts';
import { StreamingTranscription } from '../_speech/streaming-transcription.ts';

/** OpenAI's STT: streaming over a realtime session, or batch transcription. We end turns, unless gpt-transcribe is asked to. */
export const openaiStt = sttProvider({
  provider: 'openai',
  name: 'OpenAI',
  provider_type: 'cloud',
  hosts: ['*.api.openai.com'],
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
    language: transcriptionLanguage(),
    prompt: text({ multiline: true, description: 'What the conversation is about, and how its words are spelled.' }),
    keyterms: keytermsField('gpt-transcribe and gpt-live-transcribe only.'),
    delay: choice(['minimal', 'low', 'medium', 'high', 'xhigh'], {
      description:
        'How long a live model waits before it tells words: longer is more accurate. Its own choice when empty.',
    }),
    endpointing_ms: endpointing(500),
    base_url: text({
      format: 'uri',
      default: 'https://api.openai.com/v1',
      examples: ['https://api.openai.com/v1', 'https://eu.api.openai.com/v1'],
      allow_custom_input: true,
    }),
  },
  capabilities: { 'gpt-live-transcribe': { languages: WHISPER_ISO }, 'gpt-transcribe': { languages: WHISPER_ISO } },
  check({ base_url, model, prompt, delay }) {
    upstreamUrl(base_url);
    if (prompt && !takesPrompt(model)) throw invalid(`prompt is not a setting of ${model}`);
    if (delay !== undefined && !isLive(model)) throw invalid(`delay is a setting of live models only, not of ${model}`);
  },
  async open(settings, { sampleRate, language, turns }, listener, network) {
    const { api_key, model, prompt = '', keyterms, delay, base_url, endpointing_ms } = settings;
    const headers = bearer(api_key);
    const code = codeOf('openai', WHISPER_ISO, settings.language ?? language);
    const hints = { code, keyterms, prompt, delay };
    const endsTurns = turns !== undefined && endsTurnsLive(model);
    if (!isLive(model) && !endsTurns) {
      const fields = formFields(model, hints);
      const wire = { vendor: 'openai', baseUrl: base_url, headers, fields, sampleRate, network };
      return new BatchTranscription(openAiTranscriptions(wire), listener, {
        endpointingMs: endpointing_ms,
        sampleRate,
      });
    }
    const url = endpoint(base_url, 'ws', '/realtime', { intent: 'transcription' });
    const request = { vendor: 'openai', url, headers, network };
    const firstMessage = JSON.stringify({
      type: 'session.update',
      session: sessionOf(realtimeFormat(sampleRate), transcriptionFields(model, hints), endsTurns),
    });
    return StreamingTranscription.open(
      {
        name: 'openai',
        endpointingMs: endpointing_ms,
        // Its words arrive only after the end of a turn.
        ...(endsTurns && { reportsTurns: true, interimGapMs: null }),
        sampleRate,
        finalTimeoutMs: 2_500,
        keepAlive: null,
        closeMessage: null,
        openProtocol: () => (endsTurns ? semanticVadProtocol(sampleRate) : new RealtimeSttProtocol(sampleRate)),
        connect: (lines) => openWithHandshake(request, { firstMessage, isReady: isUpdated }, lines),
      },
      listener,
    );
  },
});

/** A session in which the vendor ends turns by their meaning, or only we do. */
const sessionOf = (format: object, transcription: object, endsTurns: boolean) => ({
  type: 'transcription',
  audio: { input: { format, transcription, turn_detection: endsTurns ? { type: 'semantic_vad' } : null } },
});
