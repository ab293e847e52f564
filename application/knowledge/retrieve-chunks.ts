import { withTimeout } from '../with-timeout.ts';
import type { KnowledgeDocumentRepository } from '../ports/knowledge-documents.ts';
import type { FoundChunk } from '../ports/vectors.ts';
import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { DomainError, failed } from '../../domain/errors.ts';
import { reachOf, type Reach } from '../../domain/knowledge/calibration.ts';
import { ContentVersions } from '../../domain/knowledge/content-versions.ts';
import type { KnowledgeDocument } from '../../domain/knowledge/document.ts';
import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import {
  findChunks,
  interleaved,
  lackingIn,
  type ChunkSearch,
  type ComparedChunk,
  type FindPorts,
  type ModelDocuments,
} from './find-chunks.ts';
import { ChunkReranking, RERANKED, type RerankPorts } from './rerank-chunks.ts';

/** Previews what agents would retrieve for a question from documents of the active organisation. */
export const previewRetrieval = (ports: RetrievePorts) => {
  const retrieve = retrieveChunks(ports);
  return async (principal: Principal, query: Omit<RetrievalQuery, 'org_id'>): Promise<RetrievalResult> =>
    retrieve({ ...query, org_id: allow(principal, 'knowledge.read').org_id });
};

export interface RetrievePorts extends FindPorts, RerankPorts {
  readonly knowledge: KnowledgeDocumentRepository;
}

/** A chunk, and the address of the web page that it is from. */
export interface RetrievedChunk extends FoundChunk {
  readonly source_url?: string;
}

/** What was found for a question, the best first. */
export interface RetrievalResult {
  readonly chunks: RetrievedChunk[];
  /** Whether one of them may answer it. Otherwise they are only the nearest. */
  readonly close: boolean;
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
 * so their results are interleaved. Whether they are close is judged by what was measured of the documents. A reranking model, where there is one, then orders the best of them, if the time of a
 * call allows it. A model that is unavailable is skipped. When all are, for any other error, and after 9 s, it answers
 * `failed` with the reason.
 */
export const retrieveChunks = (ports: RetrievePorts) => {
  const { clock, reranker } = ports;
  const reranking = new ChunkReranking(ports);
  return async (query: RetrievalQuery): Promise<RetrievalResult> => {
    const { org_id, top_k: topK = 5, document_ids } = query;
    const question = query.question.trim();
    if (question === '' || document_ids?.length === 0) return { chunks: [], close: false };
    const since = clock.monotonic();
    try {
      return await withTimeout(clock, TIMEOUTS_MS.api_retrieval, async (signal) => {
        const documents = await readyDocuments(ports, query);
        const models = byModel(ports, documents);
        const most = reranker ? Math.max(RERANKED, topK) : topK;
        const searches = models.map((one) => ({ ...one, orgId: org_id, question, topK: most }));
        const found = await Promise.allSettled(searches.map((one) => nearestOf(ports, one, signal)));
        const answers = answersOf(ports, searches, found);
        const best = interleaved(answers.map(({ chunks }) => chunks)).slice(0, most);
        const ordered = await reranking.order({ org_id, question, since }, best);
        const chunks = withAddresses(ordered.slice(0, topK), documents);
        return { chunks, close: answers.some(({ close }) => close) };
      });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      throw failed(`Nothing could be retrieved: ${error.message}`, { cause: error });
    }
  };
};

async function readyDocuments({ knowledge }: RetrievePorts, query: RetrievalQuery): Promise<KnowledgeDocument[]> {
  const { org_id, document_ids } = query;
  const known = document_ids ? await named(knowledge, org_id, document_ids) : await knowledge.list(org_id);
  return known.filter(({ status }) => status === 'ready');
}

/** Documents by their ids, and the pages of those that are sitemaps, each once. */
async function named(
  knowledge: KnowledgeDocumentRepository,
  orgId: string,
  ids: readonly string[],
): Promise<KnowledgeDocument[]> {
  const found = await knowledge.findMany(orgId, ids);
  const sitemaps = found.flatMap(({ document_id, sitemap }) => (sitemap ? [document_id] : []));
  const pages = sitemaps.length === 0 ? [] : await knowledge.pagesOf(orgId, sitemaps);
  return [...new Map([...found, ...pages].map((document) => [document.document_id, document])).values()];
}

/** Documents of one model, and how far their passages may be. */
interface ReachableDocuments extends ModelDocuments {
  readonly reach: Reach;
}

function byModel({ embedders }: RetrievePorts, documents: readonly KnowledgeDocument[]): ReachableDocuments[] {
  const versions = new ContentVersions(documents);
  const models = new Map<string, KnowledgeDocument[]>();
  for (const document of documents) {
    const { embedding_model: model } = document;
    if (model !== null) models.set(model, [...(models.get(model) ?? []), document]);
  }
  return Array.from(models, ([model, own]) => {
    const measured = own.flatMap(({ calibration }) => calibration ?? []);
    const reach = reachOf(measured, !embedders.of(model)?.compare);
    return { model, documentIds: own.map(({ document_id }) => document_id), versions, reach };
  });
}

interface ModelResult {
  readonly chunks: FoundChunk[];
  readonly close: boolean;
}

/** The best chunks of a search, and whether any that was found is close. */
async function nearestOf(
  ports: RetrievePorts,
  search: ChunkSearch & ReachableDocuments,
  signal: AbortSignal,
): Promise<ModelResult> {
  const found = await findChunks(ports, search, signal);
  const chunks = found.slice(0, search.topK).map(({ lacking: _lacking, ...chunk }): FoundChunk => chunk);
  return { chunks, close: await isClose(ports, search, found) };
}

/** Whether any of the chunks is within reach, by its meaning or its words. */
async function isClose(
  { embedders }: RetrievePorts,
  { question, reach: { distance: farthest, lacking: most } }: ChunkSearch & ReachableDocuments,
  found: readonly ComparedChunk[],
): Promise<boolean> {
  if (farthest !== null && found.some(({ distance }) => distance <= farthest)) return true;
  return (await lackingIn(embedders, question, found)).some((lacking) => lacking <= most);
}

/** The chunks with the addresses of their web pages. */
function withAddresses(chunks: FoundChunk[], documents: readonly KnowledgeDocument[]): RetrievedChunk[] {
  const pages = new Map(documents.flatMap(({ document_id, web_page }) => (web_page ? [[document_id, web_page]] : [])));
  return chunks.map((chunk) => {
    const page = pages.get(chunk.document_id);
    return page ? { ...chunk, source_url: page.url } : chunk;
  });
}

/** Results of the models that answered. Throws the first error when none did. */
function answersOf(
  { log }: FindPorts,
  searches: readonly ChunkSearch[],
  found: readonly PromiseSettledResult<ModelResult>[],
): ModelResult[] {
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
