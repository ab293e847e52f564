import { post, readText } from '../../lib/http-stream.ts';
import type { Network } from '../../lib/network.ts';
import { parseObject, textOf } from '../../lib/parse-object.ts';
import type { Transcribe } from '../_speech/batch-transcription.ts';
import type { WireCodec } from '../_speech/wire-codec.ts';
import type { ServiceAccount } from './service-account.ts';

const LONGEST_ANSWER = 262_144;

interface Result {
  readonly alternatives?: readonly { readonly transcript?: unknown }[] | null;
}

export interface RecognizeOptions {
  readonly url: URL;
  readonly account: ServiceAccount;
  readonly config: object;
  readonly wire: WireCodec;
  readonly network: Network;
}

/** Batch transcription with Google's `recognize`. Streaming needs gRPC. */
export const googleRecognize =
  ({ url, account, config, wire, network }: RecognizeOptions): Transcribe =>
  async (pcm, signal) => {
    const { bytes } = await post({
      vendor: 'google_speech',
      url,
      headers: await account.headers(),
      body: JSON.stringify({ config, content: Buffer.from(wire.encode(pcm)).toString('base64') }),
      network,
      signal,
    });
    const { results } = parseObject<{ results: unknown }>(await readText(bytes, LONGEST_ANSWER));
    return (Array.isArray(results) ? (results as readonly (Result | null)[]) : [])
      .map((result) => textOf(result?.alternatives?.[0]?.transcript).trim())
      .filter((text) => text !== '')
      .join(' ');
  };
