import type { Reranker } from '../../application/ports/reranker.ts';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import { rejected, unavailable } from '../../domain/errors.ts';
import { post, readText } from '../lib/http-stream.ts';
import type { Network } from '../lib/network.ts';
import { parseObject } from '../lib/parse-object.ts';
import { objectOf } from '../../domain/unverified-json.ts';
import { endpoint } from '../lib/upstream-url.ts';

/** Longest answer, in bytes. Some servers repeat the texts in it. */
const ANSWER_BYTES = 2 * 1_048_576;

export interface RerankingService {
  /** The base URL, for example `https://api.cohere.com/v2`. */
  readonly url: string;
  readonly model: string;
  /** Null when the server needs none. */
  readonly apiKey: string | null;
}

/**
 * A model behind Cohere's reranking API, which Jina, vLLM, llama.cpp and others have, too. Asked once: a caller waits for
 * the answer. Errors contain no text of the service.
 */
export const cohereReranker = (service: RerankingService, network: Network): Reranker => ({
  async relevance(question, texts, signal) {
    try {
      return readRelevance(await request(service, { question, texts }, network, signal), texts.length);
    } catch (error) {
      if (!(error instanceof VendorFailure)) throw error;
      throw (error.retryable ? unavailable : rejected)(error.message, { cause: error });
    }
  },
});

async function request(
  { url, model, apiKey }: RerankingService,
  { question, texts }: { readonly question: string; readonly texts: readonly string[] },
  network: Network,
  signal: AbortSignal,
): Promise<string> {
  const authorization: Record<string, string> = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
  const { bytes } = await post({
    vendor: 'The reranking service',
    url: endpoint(url, 'http', '/rerank'),
    headers: { ...authorization, 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ model, query: question, documents: texts, top_n: texts.length }),
    network,
    signal,
  });
  return readText(bytes, ANSWER_BYTES);
}

/** Reads the relevance of every text: results come in any order, each with the number of its text. */
function readRelevance(answer: string, count: number): number[] {
  const { results } = parseObject<{ readonly results: unknown }>(answer);
  const scores = new Map<unknown, unknown>();
  for (const result of Array.isArray(results) ? (results as unknown[]) : []) {
    const { index, relevance_score } = objectOf(result);
    scores.set(index, relevance_score);
  }
  return Array.from({ length: count }, (_, at) => {
    const score = scores.get(at);
    if (typeof score === 'number' && Number.isFinite(score)) return score;
    throw rejected('The reranking service did not answer with the relevance of every text');
  });
}
