import { post, readText } from '../../lib/http-stream.ts';
import type { CallerWord } from '../../../domain/voice/caller-word.ts';
import type { Network } from '../../lib/network.ts';
import { parseObject } from '../../lib/parse-object.ts';
import { textOf } from '../../../domain/unverified-json.ts';
import type { Transcribe } from '../_speech/batch-transcription.ts';
import type { WireCodec } from '../_speech/wire-codec.ts';
import type { ServiceAccount } from './service-account.ts';

const LONGEST_ANSWER = 262_144;

interface Alternative {
  readonly transcript?: unknown;
  readonly words?: readonly GoogleWord[] | null;
}

/** A word with its times as durations, such as `1.200s`. Zero is left out. */
interface GoogleWord {
  readonly word?: unknown;
  readonly startOffset?: unknown;
  readonly endOffset?: unknown;
}

interface Result {
  readonly alternatives?: readonly Alternative[] | null;
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
    const best = (Array.isArray(results) ? (results as readonly (Result | null)[]) : []).map(
      (result) => result?.alternatives?.[0],
    );
    const texts = best.map((each) => textOf(each?.transcript).trim());
    const words = best.flatMap((each) => each?.words ?? []).flatMap(callerWord);
    return { text: texts.filter((text) => text !== '').join(' '), ...(words.length > 0 && { words }) };
  };

function callerWord({ word, startOffset = '0s', endOffset }: GoogleWord): CallerWord[] {
  const [fromMs, toMs] = [startOffset, endOffset].map((time) => Math.round(Number.parseFloat(String(time)) * 1_000));
  return typeof word === 'string' && Number.isFinite(fromMs) && Number.isFinite(toMs)
    ? [{ text: word, fromMs: fromMs!, toMs: toMs! }]
    : [];
}
