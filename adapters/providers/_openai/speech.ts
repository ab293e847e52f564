import type { SpeechSynthesiser } from '../../../application/ports/text-to-speech.ts';
import type { Network } from '../../lib/network.ts';
import { endpoint } from '../../lib/upstream-url.ts';
import { HttpSynthesiser } from '../_speech/http-synthesiser.ts';

export interface SpeechOptions {
  readonly vendor: string;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly sampleRate: number;
  readonly network: Network;
  readonly model: string;
  readonly voice: string;
  readonly speed: number;
  readonly instructions?: string | undefined;
  readonly needsNormalisation?: boolean;
}

/** TTS with OpenAI's `/audio/speech` API, as raw PCM. */
export function openAiSynthesiser({
  vendor,
  baseUrl,
  headers,
  sampleRate,
  network,
  needsNormalisation = false,
  ...wanted
}: SpeechOptions): SpeechSynthesiser {
  const url = endpoint(baseUrl, 'http', '/audio/speech');
  const { model, voice, speed, instructions } = wanted;
  const requestFor = (input: string) => ({
    vendor,
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      model,
      voice,
      input,
      response_format: 'pcm',
      ...(speed !== 1 && { speed }),
      ...(instructions && { instructions }),
    }),
    network,
  });
  return new HttpSynthesiser({ sampleRate, needsNormalisation, requestFor });
}
