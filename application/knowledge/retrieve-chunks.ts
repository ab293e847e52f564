import { withTimeout } from '../with-timeout.ts';
import type { Clock } from '../ports/clock.ts';
import type { KnowledgeDocumentRepository } from '../ports/knowledge-documents.ts';
import type { Reranker } from '../ports/reranker.ts';
import type { FoundChunk } from '../ports/vectors.ts';
import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { DomainError, failed } from '../../domain/errors.ts';
import { searchableText } from '../../domain/knowledge/chunk-text.ts';
import type { KnowledgeDocument } from '../../domain/knowledge/document.ts';
import { findChunks, interleaved, type ChunkSearch, type FindPorts, type ModelDocuments } from './find-chunks.ts';

/** Previews what agents would retrieve for a question from documents of the active organisation. */
export const previewRetrieval =
  (ports: RetrievePorts) =>
  async (principal: Principal, query: Omit<RetrievalQuery, 'org_id'>): Promise<FoundChunk[]> =>
    retrieveChunks(ports)({ ...query, org_id: allow(principal, 'knowledge.read').org_id });

/** Retrieval timeout, in ms. */
const RETRIEVAL_TIMEOUT_MS = 9_000;
/** Chunks that the reranking model orders, and how long a caller waits for it, in ms. */
const RERANKING = { chunks: 20, ms: 400 } as const;

export interface RetrievePorts extends FindPorts {
  readonly knowledge: KnowledgeDocumentRepository;
  /** Null when none is configured. */
  readonly reranker: Reranker | null;
  readonly clock: Clock;
}

/** A retrieval query over an organisation's documents, or some of them. */
export interface RetrievalQuery {
  readonly org_id: string;
  readonly question: string;
  readonly document_ids?: readonly string[] | null;
  readonly top_k?: number;
}

/**
 * Retrieves the chunks that answer a question best, the best first, from `ready` documents; others are skipped. Each
 * document is searched by its words and with its own embedding model. Distances of different models are not comparable,
 * so their results are interleaved; a reranking model, where there is one, then orders the best of them. A model that is unavailable is skipped; when all are, or for any other error, it
 * answers `failed` with the reason, within 10 s.
 */
export const retrieveChunks =
  (ports: RetrievePorts) =>
  async (query: RetrievalQuery): Promise<FoundChunk[]> => {
    const { top_k: topK = 5, document_ids } = query;
    const question = query.question.trim();
    if (question === '' || document_ids?.length === 0) return [];
    try {
      return await withTimeout(ports.clock, RETRIEVAL_TIMEOUT_MS, async (signal) => {
        const models = byModel(await readyDocuments(ports, query));
        const most = ports.reranker ? Math.max(RERANKING.chunks, topK) : topK;
        const searches = models.map((one) => ({ ...one, orgId: query.org_id, question, topK: most }));
        const found = await Promise.allSettled(searches.map((one) => findChunks(ports, one, signal)));
        const best = interleaved(answersOf(ports, searches, found)).slice(0, most);
        return (await reranked(ports, { ...query, question }, best)).slice(0, topK);
      });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      throw failed(`Nothing could be retrieved: ${error.message}`, { cause: error });
    }
  };

/** The chunks in the order of the reranking model, or as they are without one or when it does not answer in time. */
async function reranked(
  { reranker, clock, log }: RetrievePorts,
  { org_id, question }: RetrievalQuery,
  found: FoundChunk[],
): Promise<FoundChunk[]> {
  if (!reranker || found.length < 2) return found;
  const texts = found.map(searchableText);
  try {
    const scores = await withTimeout(clock, RERANKING.ms, (signal) => reranker.relevance(question, texts, signal));
    return found
      .map((chunk, at) => ({ chunk, score: scores[at] ?? 0 }))
      .toSorted((a, b) => b.score - a.score)
      .map(({ chunk }) => chunk);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    log.warn('knowledge.not_reranked', { org_id, error });
    return found;
  }
}

async function readyDocuments({ knowledge }: RetrievePorts, query: RetrievalQuery): Promise<KnowledgeDocument[]> {
  const { org_id, document_ids } = query;
  const known = document_ids ? await knowledge.findMany(org_id, document_ids) : await knowledge.list(org_id);
  return known.filter(({ status }) => status === 'ready');
}

function byModel(documents: readonly KnowledgeDocument[]): ModelDocuments[] {
  const models = new Map<string, string[]>();
  for (const { embedding_model: model, document_id } of documents)
    if (model !== null) models.set(model, [...(models.get(model) ?? []), document_id]);
  return Array.from(models, ([model, documentIds]) => ({ model, documentIds }));
}

/** Results of the models that answered. Throws the first error when none did. */
function answersOf(
  { log }: FindPorts,
  searches: readonly ChunkSearch[],
  found: readonly PromiseSettledResult<FoundChunk[]>[],
): FoundChunk[][] {
  const refusals = found.flatMap((each, at) =>
    each.status === 'rejected' ? [{ error: each.reason as unknown, model: searches[at]?.model }] : [],
  );
  const unexpected = refusals.find(({ error }) => !(error instanceof DomainError));
  const fatal = unexpected ?? (refusals.length === found.length ? refusals[0] : undefined);
  if (fatal) throw fatal.error;
  for (const { error, model } of refusals)
    log.warn('knowledge.model_not_asked', { org_id: searches[0]?.orgId, embedding_model: model, error });
  return found.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}
