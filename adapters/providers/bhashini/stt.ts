import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { flag } from '../../../domain/providers/fields.ts';
import { post } from '../../lib/http-stream.ts';
import { upstreamUrl } from '../../lib/upstream-url.ts';
import { computeCall, taskAnswer } from './pipeline.ts';
import { bhashiniFields, codesOf, RECOGNISERS } from './services.ts';
import { sttProvider } from '../define.ts';
import { codeOf } from '../language-codes.ts';
import { baseUrl, endpointing, transcriptionLanguage, keytermsField } from '../_speech/fields.ts';
import { wavFile } from '../_speech/pcm.ts';
import { BatchTranscription, type Transcribe } from '../_speech/batch-transcription.ts';

const LONGEST_ANSWER = 262_144;
const MULTILINGUAL = 'bhashini/ai4bharat/conformer-multilingual-asr';

/** Bhashini's batch transcription, by the pipeline compute call. */
export const bhashiniStt = sttProvider({
  provider: 'bhashini',
  name: 'Bhashini',
  provider_type: 'cloud',
  description:
    "Speech recognition for the languages of India, by the Government of India's platform. It takes an utterance as a " +
    'whole: no words while the caller speaks.',
  required: ['api_key'],
  fields: {
    ...bhashiniFields(MULTILINGUAL, 'The service ID. The default takes every listed language but English.'),
    language: transcriptionLanguage(),
    punctuation: flag({ default: true, description: 'Adds punctuation to the text.' }),
    numerals: flag({ default: true, description: 'Writes spoken numbers and dates in digits.' }),
    denoise: flag({ default: false, description: 'Reduces background noise first.' }),
    keyterms: keytermsField(`Hindi by ${MULTILINGUAL} only.`),
    endpointing_ms: endpointing(500),
    base_url: baseUrl('https://dhruva-api.bhashini.gov.in'),
  },
  capabilities: Object.fromEntries(Object.entries(RECOGNISERS).map(([id, languages]) => [id, { languages }])),
  check: ({ base_url }) => void upstreamUrl(base_url),
  async open(settings, { sampleRate, language }, listener, network) {
    const { api_key, model, keyterms, endpointing_ms, denoise, numerals, punctuation } = settings;
    const sourceLanguage = codeOf('bhashini', codesOf(RECOGNISERS, model), settings.language ?? language);
    const takesHotwords = keyterms.length > 0 && model === MULTILINGUAL && sourceLanguage === 'hi';
    const postProcessors = [
      ...(takesHotwords ? [{ hotword_list: keyterms }] : []),
      ...(numerals ? ['itn'] : []),
      ...(punctuation ? ['punctuation'] : []),
    ];
    const config = {
      language: { sourceLanguage },
      serviceId: model,
      audioFormat: 'wav',
      samplingRate: sampleRate,
      ...(denoise && { preProcessors: ['denoiser'] }),
      ...(postProcessors.length > 0 && { postProcessors }),
    };
    const transcribe: Transcribe = async (pcm, signal) => {
      const audioContent = Buffer.from(wavFile(pcm, sampleRate)).toString('base64');
      const call = computeCall(settings.base_url, api_key, { taskType: 'asr', config }, { audio: [{ audioContent }] });
      const answer = await taskAnswer(await post({ ...call, network, signal }), LONGEST_ANSWER);
      const source = answer?.output?.[0]?.source;
      if (typeof source !== 'string') throw new VendorFailure('bhashini answered without a text', { retryable: true });
      return { text: source.trim() };
    };
    return new BatchTranscription(transcribe, listener, { endpointingMs: endpointing_ms, sampleRate });
  },
});
