import type { Clock } from '../../application/ports/clock.ts';
import type { Embedder } from '../../application/ports/embedder.ts';
import type { Vector } from '../../application/ports/vectors.ts';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import { rejected, unavailable } from '../../domain/errors.ts';
import { post, readText } from '../lib/http-stream.ts';
import type { Network } from '../lib/network.ts';
import { endpoint } from '../lib/upstream-url.ts';
import { EMBEDDING_PROTOCOLS, type EmbeddingProtocolName } from './embedding-protocols.ts';

/** Passages per request: below the limit of every server, and a few megabytes of numbers at most. */
const BATCH = 32;
/** Longest response, in bytes. */
const ANSWER_BYTES = 8 * 1_048_576;
/** Attempts and timeout of each, in milliseconds. A caller waits for a question but not for a document. */
const EFFORT = { question: { tries: 2, ms: 3_000 }, passage: { tries: 4, ms: 30_000 } } as const;
/** Pause before the second attempt, in milliseconds. It doubles each time. */
const PAUSE_MS = 250;

export interface EmbeddingService {
  readonly protocol: EmbeddingProtocolName;
  /** The base URL, for example `https://api.openai.com/v1`. */
  readonly url: string;
  readonly model: string;
  /** Null when the server needs none. */
  readonly apiKey: string | null;
}

/** A model behind an embeddings API like that of OpenAI or Cohere. */
export function hostedEmbedder(service: EmbeddingService, { clock, network }: Ports): Embedder {
  const { model } = service;
  /** All vectors of a model have the length of the first. */
  let dimensions: number | null = null;

  async function ask(texts: readonly string[], as: 'question' | 'passage', signal: AbortSignal): Promise<Vector[]> {
    const answer = await withRetries(clock, as, signal, (each) => request(service, { texts, as }, network, each));
    const vectors = EMBEDDING_PROTOCOLS[service.protocol].read(answer, texts.length);
    const [first] = vectors;
    if (vectors.some(({ length }) => length !== (dimensions ?? first?.length)))
      throw rejected(`The embedding service gives vectors of different lengths for ${model}`);
    dimensions = first?.length ?? dimensions;
    return vectors;
  }

  return {
    model,
    async embed(texts, as, signal = new AbortController().signal) {
      const vectors: Vector[] = [];
      for (let at = 0; at < texts.length; at += BATCH)
        vectors.push(...(await ask(texts.slice(at, at + BATCH), as, signal)));
      return vectors;
    },
  };
}

interface Ports {
  readonly clock: Clock;
  readonly network: Network;
}

async function request(
  { protocol, url, model, apiKey }: EmbeddingService,
  { texts, as }: { readonly texts: readonly string[]; readonly as: 'question' | 'passage' },
  network: Network,
  signal: AbortSignal,
): Promise<string> {
  const { path, body } = EMBEDDING_PROTOCOLS[protocol];
  const authorization: Record<string, string> = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
  const { bytes } = await post({
    vendor: 'The embedding service',
    url: endpoint(url, 'http', path),
    headers: { ...authorization, 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body(model, texts, as)),
    network,
    signal,
  });
  return readText(bytes, ANSWER_BYTES);
}

/** Retries retryable failures, with a timeout for each attempt. Its errors contain no text of the service. */
async function withRetries<T>(
  clock: Clock,
  as: keyof typeof EFFORT,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { tries, ms } = EFFORT[as];
  for (let tried = 1; ; tried += 1) {
    signal.throwIfAborted();
    const late = new AbortController();
    const inTime = clock.after(ms, () => late.abort());
    try {
      const result = await work(AbortSignal.any([signal, late.signal]));
      signal.throwIfAborted();
      if (!late.signal.aborted) return result;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof VendorFailure)) throw error;
      if (!error.retryable) throw rejected(error.message, { cause: error });
      if (tried >= tries && !late.signal.aborted) throw unavailable(error.message, { cause: error });
    } finally {
      inTime();
    }
    if (tried >= tries) throw unavailable('The embedding service does not answer in time');
    await pause(clock, PAUSE_MS * 2 ** (tried - 1), signal);
  }
}

const pause = (clock: Clock, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const cancel = clock.after(ms, resolve);
    signal.addEventListener('abort', () => (cancel(), resolve()), { once: true });
  });
