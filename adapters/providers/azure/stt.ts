import { randomUUID } from 'node:crypto';
import { choice, secret, text } from '../../../domain/providers/fields.ts';
import { endpoint, upstreamUrl } from '../../lib/upstream-url.ts';
import { openWebSocket } from '../../lib/web-socket.ts';
import { AzureSttProtocol } from './stt-protocol.ts';
import { textMessage } from './messages.ts';
import { AZURE_LANGUAGES, AZURE_SPEECH_HOSTS, ownEndpoint, region } from './regions.ts';
import { sttProvider } from '../define.ts';
import { codeOf } from '../language-codes.ts';
import { endpointing, transcriptionLanguage, keytermsField } from '../_speech/fields.ts';
import { fittingKeyterms, requireKeyterms } from '../_speech/keyterms.ts';
import { StreamingTranscription } from '../_speech/streaming-transcription.ts';

/** source: Microsoft's phrase lists */
const KEYTERMS = { termsMax: 500 };

const CONFIG = {
  context: { system: { name: 'SpeechSDK', version: '1.52.0', build: 'JavaScript', lang: 'JavaScript' } },
};

/** Azure's streaming STT. We end turns. */
export const azureStt = sttProvider({
  provider: 'azure_speech',
  name: 'Azure Speech',
  provider_type: 'cloud',
  hosts: AZURE_SPEECH_HOSTS,
  description: 'Streaming speech recognition in over a hundred locales.',
  required: ['api_key'],
  fields: {
    api_key: secret({ docs_url: 'https://portal.azure.com' }),
    model: text({ default: 'default', description: 'The vendor has one for each language.' }),
    region: region(),
    language: transcriptionLanguage(),
    endpointing_ms: endpointing(),
    profanity: choice(['masked', 'removed', 'raw'], { default: 'raw', description: 'What becomes of bad words.' }),
    keyterms: keytermsField(KEYTERMS),
    base_url: ownEndpoint(),
  },
  renamed: { phrases: 'keyterms' },
  capabilities: { default: { languages: AZURE_LANGUAGES } },
  check({ base_url, keyterms }) {
    if (base_url !== undefined) upstreamUrl(base_url);
    requireKeyterms(keyterms, KEYTERMS);
  },
  open(settings, { sampleRate, language }, listener, network) {
    const { api_key, keyterms, profanity } = settings;
    const base = settings.base_url ?? `https://${settings.region}.stt.speech.microsoft.com`;
    const url = endpoint(base, 'ws', '/speech/recognition/conversation/cognitiveservices/v1', {
      language: codeOf('azure_speech', AZURE_LANGUAGES, settings.language ?? language),
      format: 'simple',
      profanity,
    });
    const connection = randomUUID().replaceAll('-', '');
    const headers = { 'ocp-apim-subscription-key': api_key, 'x-connectionid': connection };
    const items = fittingKeyterms(keyterms, KEYTERMS).map((term) => ({ text: term }));
    const context = items.length === 0 ? {} : { dgi: { groups: [{ type: 'Generic', items }], bias: 1 } };
    return StreamingTranscription.open(
      {
        name: 'azure_speech',
        endpointingMs: settings.endpointing_ms,
        sampleRate,
        finalTimeoutMs: 2_500,
        keepAlive: null,
        closeMessage: null,
        async connect(lines) {
          const socket = await openWebSocket({ vendor: 'azure_speech', url, headers, network }, lines);
          socket.send(textMessage('speech.config', connection, CONFIG));
          return socket;
        },
        openProtocol: () => new AzureSttProtocol(sampleRate, context),
      },
      listener,
    );
  },
});
