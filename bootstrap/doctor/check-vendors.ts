import { hostedEmbedder } from '../../adapters/embedder/hosted.ts';
import { network } from '../../adapters/lib/network.ts';
import { cohereReranker } from '../../adapters/reranker/cohere-compatible.ts';
import { httpUpstreams } from '../../adapters/upstreams/http.ts';
import type { Clock } from '../../application/ports/clock.ts';
import type { Upstream } from '../../domain/gateway/upstream.ts';
import type { Config } from '../config.ts';
import { ANSWER_MS, fault, fine, hostOf, reasonOf, type Diagnosis } from './findings.ts';

/** Whether the model servers of the operator answer, and accept their keys. Embeds and reranks one word. */
export async function checkVendors(
  { knowledge, gateway, services }: Config,
  clock: Clock,
): Promise<readonly Diagnosis[]> {
  const anywhere = network({ allowPrivate: true });
  const { embeddings, reranking } = services.includes('api') ? knowledge : { embeddings: null, reranking: null };
  const attempts: Promise<Diagnosis>[] = [];
  if (embeddings) {
    const embedder = hostedEmbedder(embeddings, { clock, network: anywhere });
    attempts.push(attempt('EMBEDDINGS', embeddings.url, (signal) => embedder.embed(['hello'], 'question', signal)));
  }
  if (reranking) {
    const reranker = cohereReranker(reranking, anywhere);
    attempts.push(
      attempt('RERANKING', reranking.url, (signal) => reranker.relevance('hello', ['hello', 'bye'], signal)),
    );
  }
  if (services.includes('gateway')) attempts.push(...gateway.upstreams.map(tryUpstream));
  return attempts.length === 0
    ? [fine('No model server is configured: the built-in models need no key')]
    : Promise.all(attempts);
}

async function attempt(
  prefix: string,
  url: string,
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<Diagnosis> {
  try {
    await work(AbortSignal.timeout(ANSWER_MS));
    return fine(`${prefix}_URL: ${hostOf(url)} answers and accepts the key`);
  } catch (error) {
    return fault(
      `${prefix}_URL: ${hostOf(url)}: ${reasonOf(error)}`,
      `Correct ${prefix}_URL, ${prefix}_MODEL or ${prefix}_API_KEY.`,
    );
  }
}

async function tryUpstream(upstream: Upstream): Promise<Diagnosis> {
  const prefix = `UPSTREAM_${upstream.slot.toUpperCase()}`;
  const upstreams = httpUpstreams({ connectMs: ANSWER_MS, answerMs: ANSWER_MS });
  const over = new AbortController();
  const fix = `Start the server, or correct ${prefix}_URL and ${prefix}_API_KEY.`;
  try {
    const call = { method: 'GET', target: '/models', headers: { accept: 'application/json' }, body: null };
    const { status, discard } = await upstreams.send(upstream, call, over.signal);
    discard();
    if (status === 401 || status === 403)
      return fault(`${prefix}_URL: ${hostOf(upstream.url)} refuses the key (${status})`, fix);
    if (status >= 500) return fault(`${prefix}_URL: ${hostOf(upstream.url)} fails (${status})`, fix);
    return fine(`${prefix}_URL: ${hostOf(upstream.url)} answers`);
  } catch (error) {
    return fault(`${prefix}_URL: ${hostOf(upstream.url)}: ${reasonOf(error)}`, fix);
  } finally {
    over.abort();
    upstreams.close();
  }
}
