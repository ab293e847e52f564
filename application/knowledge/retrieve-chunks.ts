import { withTimeout } from '../with-timeout.ts';
import type { Clock } from '../ports/clock.ts';
import type { Embedder, Embedders } from '../ports/embedder.ts';
import type { KnowledgeDocumentRepository } from '../ports/knowledge-documents.ts';
import type { Log } from '../ports/log.ts';
import type { FoundChunk, VectorStore } from '../ports/vectors.ts';
import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { DomainError, failed } from '../../domain/errors.ts';
import { searchableText } from '../../domain/knowledge/chunk-text.ts';
import type { KnowledgeDocument } from '../../domain/knowledge/document.ts';

/** Previews what agents would retrieve for a question from documents of the active organisation. */
export const previewRetrieval =
  (ports: RetrievePorts) =>
  async (principal: Principal, query: Omit<RetrievalQuery, 'org_id'>): Promise<FoundChunk[]> =>
    retrieveChunks(ports)({ ...query, org_id: allow(principal, 'knowledge.read').org_id });

/** Retrieval timeout, in ms. */
const RETRIEVAL_TIMEOUT_MS = 9_000;
/** Chunks reranked, where the embedder can. */
const CANDIDATES = 40;

export interface RetrievePorts {
  readonly knowledge: KnowledgeDocumentRepository;
  readonly embedders: Embedders;
  readonly vectors: VectorStore;
  readonly clock: Clock;
  readonly log: Log;
}

/** A retrieval query over an organisation's documents, or some of them. */
export interface RetrievalQuery {
  readonly org_id: string;
  readonly question: string;
  readonly document_ids?: readonly string[] | null;
  readonly top_k?: number;
}

/**
 * Retrieves the chunks nearest to a question, nearest first, from `ready` documents; others are skipped. Each document
 * is searched with its own embedding model. Distances of different models are not comparable, so their results are
 * interleaved. A model that is unavailable is skipped; when all are, or for any other error, it answers `failed` with
 * the reason, within 10 s.
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
        const searches = models.map((one) => ({ ...one, orgId: query.org_id, question, topK }));
        const found = await Promise.allSettled(searches.map((one) => nearest(ports, one, signal)));
        return interleaved(answersOf(ports, searches, found)).slice(0, topK);
      });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      throw failed(`Nothing could be retrieved: ${error.message}`, { cause: error });
    }
  };

async function readyDocuments({ knowledge }: RetrievePorts, query: RetrievalQuery): Promise<KnowledgeDocument[]> {
  const { org_id, document_ids } = query;
  const known = document_ids ? await knowledge.findMany(org_id, document_ids) : await knowledge.list(org_id);
  return known.filter(({ status }) => status === 'ready');
}

interface ModelDocuments {
  readonly model: string;
  readonly documentIds: readonly string[];
}

function byModel(documents: readonly KnowledgeDocument[]): ModelDocuments[] {
  const models = new Map<string, string[]>();
  for (const { embedding_model: model, document_id } of documents)
    if (model !== null) models.set(model, [...(models.get(model) ?? []), document_id]);
  return Array.from(models, ([model, documentIds]) => ({ model, documentIds }));
}

/** Results of the models that answered. Throws the first error when none did. */
function answersOf(
  { log }: RetrievePorts,
  searches: readonly Search[],
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

/** Interleaves lists: the first of each, nearest first, then the second of each, and so on. */
function interleaved(lists: readonly (readonly FoundChunk[])[]): FoundChunk[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, rank) =>
    lists.flatMap((list) => list[rank] ?? []).toSorted(byDistance),
  ).flat();
}

interface Search extends ModelDocuments {
  readonly orgId: string;
  readonly question: string;
  readonly topK: number;
}

async function nearest(ports: RetrievePorts, search: Search, signal: AbortSignal): Promise<FoundChunk[]> {
  const { model, documentIds, orgId, question, topK } = search;
  const embedder = ports.embedders.of(model);
  if (!embedder) throw failed(`Documents were embedded with ${model}, which is not configured any more`);
  const [vector] = await embedder.embed([question], 'question', signal);
  if (!vector) return [];
  const most = embedder.compare ? Math.max(CANDIDATES, topK) : topK;
  const found = await ports.vectors.query(orgId, { vector, embeddingModel: model, documentIds, topK: most });
  return compared(embedder, question, found);
}

/** Reranks the chunks where the embedder can. */
async function compared(embedder: Embedder, question: string, found: FoundChunk[]): Promise<FoundChunk[]> {
  const texts = found.map(searchableText);
  const distances = await embedder.compare?.(question, texts);
  return found.map((chunk, at) => ({ ...chunk, distance: distances?.[at] ?? chunk.distance })).toSorted(byDistance);
}

const byDistance = (a: FoundChunk, b: FoundChunk): number =>
  a.distance - b.distance || (a.chunk_id < b.chunk_id ? -1 : 1);
