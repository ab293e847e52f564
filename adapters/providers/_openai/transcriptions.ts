import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { post, readText } from '../../lib/http-stream.ts';
import type { Network } from '../../lib/network.ts';
import { parseObject } from '../../lib/parse-object.ts';
import { endpoint } from '../../lib/upstream-url.ts';
import { ANY_LANGUAGE } from '../language-codes.ts';
import { wavFile } from '../_speech/pcm.ts';
import type { Transcribe } from '../_speech/batch-transcription.ts';
import { vendorWords } from '../_speech/placed-words.ts';

const ANSWER_MAX_BYTES = 262_144;

export interface TranscriptionsWire {
  readonly vendor: string;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Form fields besides the file; a list repeats its field. Empty values and the language `auto` are left out. */
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  readonly sampleRate: number;
  readonly network: Network;
  /** Asks for the times of words, which Whisper tells. */
  readonly wordTimes?: boolean;
}

/** Batch transcription with OpenAI's `/audio/transcriptions` API, one WAV file per utterance. */
export const openAiTranscriptions = (wire: TranscriptionsWire): Transcribe => {
  const { vendor, baseUrl, headers, network, wordTimes = false } = wire;
  const url = endpoint(baseUrl, 'http', '/audio/transcriptions');
  return async (pcm, signal) => {
    const encoded = new Response(formOf(wire, pcm));
    const { bytes } = await post({
      vendor,
      url,
      headers: { ...headers, 'content-type': encoded.headers.get('content-type') ?? '' },
      body: new Uint8Array(await encoded.arrayBuffer()),
      network,
      signal,
    });
    const { text, words } = parseObject<{ text: unknown; words: unknown }>(await readText(bytes, ANSWER_MAX_BYTES));
    if (typeof text !== 'string') throw new VendorFailure(`${vendor} answered without a text`, { retryable: true });
    return { text, ...(wordTimes && { words: vendorWords(words) }) };
  };
};

function formOf({ fields, sampleRate, wordTimes = false }: TranscriptionsWire, pcm: Int16Array): FormData {
  const form = new FormData();
  form.append('file', new Blob([wavFile(pcm, sampleRate)], { type: 'audio/wav' }), 'audio.wav');
  for (const [name, value] of Object.entries(fields))
    for (const each of typeof value === 'string' ? [value] : value)
      if (each !== '' && each !== ANY_LANGUAGE) form.append(name, each);
  form.append('response_format', wordTimes ? 'verbose_json' : 'json');
  if (wordTimes) form.append('timestamp_granularities[]', 'word');
  return form;
}
