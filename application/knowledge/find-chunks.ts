import { failed } from '../../domain/errors.ts';
import { searchableText } from '../../domain/knowledge/chunk-text.ts';
import type { ContentVersions } from '../../domain/knowledge/content-versions.ts';
import { fused, WORDS_WEIGHT } from '../../domain/knowledge/fusion.ts';
import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import type { Clock } from '../ports/clock.ts';
import type { Embedder, Embedders } from '../ports/embedder.ts';
import type { Log } from '../ports/log.ts';
import type { TextIndex, TextMatches } from '../ports/text-index.ts';
import type { FoundChunk, Vector, VectorStore } from '../ports/vectors.ts';
import { withTimeout } from '../with-timeout.ts';

/** The best chunks by vectors and by words that are fused. */
const CANDIDATES = 40;

export interface FindPorts {
  readonly embedders: Embedders;
  readonly vectors: VectorStore;
  readonly textIndex: TextIndex;
  readonly clock: Clock;
  readonly log: Log;
}

/** Documents embedded with one model. */
export interface ModelDocuments {
  readonly model: string;
  readonly documentIds: readonly string[];
  /** Of documents whose content can change. */
  readonly versions: ContentVersions;
}

export interface ChunkSearch extends ModelDocuments {
  readonly orgId: string;
  readonly question: string;
  /** The least number of chunks to find, if there are as many. */
  readonly topK: number;
  /** The embedding of the question, where it is known. */
  readonly vector?: Vector;
}

/** A chunk that was found, and how much of the question it lacks where its embedder compares words. */
export interface ComparedChunk extends FoundChunk {
  readonly lacking?: number;
}

/**
 * The chunks of documents of one model that may answer a question, the best first: those near to it and those with its
 * words, fused by rank. Documents that are not in the text index are ranked by their vectors alone, and interleaved with
 * the others.
 */
export async function findChunks(ports: FindPorts, search: ChunkSearch, signal: AbortSignal): Promise<ComparedChunk[]> {
  const { model, documentIds, versions, orgId, question, topK } = search;
  const embedder = ports.embedders.of(model);
  if (!embedder) throw failed(`Documents were embedded with ${model}, which is not configured any more`);
  const most = Math.max(CANDIDATES, topK);
  const matching = textMatches(ports, search, most);
  const vector = search.vector ?? (await embedder.embed([question], 'question', signal))[0];
  if (!vector) return [];
  const query = { vector, embeddingModel: model, documentIds };
  const [nearest, { chunkIds: matches, unindexed }] = await Promise.all([
    ports.vectors.query(orgId, { ...query, topK: most }),
    matching,
  ]);
  const near = nearest.filter((chunk) => versions.isCurrent(chunk));
  const chunkIds = matches.map((id) => versions.chunkId(id));
  const known = new Set(near.map(({ chunk_id }) => chunk_id));
  const others = chunkIds.filter((id) => !known.has(id));
  const more = await ports.vectors.query(orgId, { ...query, chunkIds: others, topK: others.length });
  const candidates = await byDistance(embedder, question, [...near, ...more]);
  const areUnindexed = new Set(unindexed);
  const indexed = candidates.filter(({ document_id }) => !areUnindexed.has(document_id));
  const rest = candidates.filter(({ document_id }) => areUnindexed.has(document_id));
  const wordsWeight = embedder.compare ? WORDS_WEIGHT.lexical : WORDS_WEIGHT.semantic;
  return interleaved([fusedWith(indexed, chunkIds, wordsWeight), rest]);
}

/** The matches by words. Without the text index, or when it does not answer in time, vectors alone answer. */
async function textMatches(
  { textIndex, clock, log }: FindPorts,
  search: ChunkSearch,
  topK: number,
): Promise<TextMatches> {
  const { orgId, question, documentIds } = search;
  try {
    return await withTimeout(clock, TIMEOUTS_MS.text_search, () =>
      textIndex.search(orgId, { question, documentIds, topK }),
    );
  } catch (error) {
    log.warn('knowledge.text_not_searched', { org_id: orgId, error });
    return { chunkIds: [], unindexed: documentIds };
  }
}

/** The chunks, nearest first, by the embedder's own comparison where it has one. */
async function byDistance(embedder: Embedder, question: string, found: FoundChunk[]): Promise<ComparedChunk[]> {
  const compared = await embedder.compare?.(question, found.map(searchableText));
  return found.map((chunk, at): ComparedChunk => ({ ...chunk, ...compared?.[at] })).toSorted(nearestFirst);
}

/** How much of the question each chunk lacks. */
export async function lackingIn(
  { words }: Embedders,
  question: string,
  found: readonly ComparedChunk[],
): Promise<number[]> {
  const known = found.flatMap(({ lacking }) => lacking ?? []);
  if (known.length === found.length) return known;
  return (await words.compare(question, found.map(searchableText))).map(({ lacking }) => lacking);
}

/** Chunks that are ordered by distance, in the order of both rankings. */
function fusedWith(
  chunks: readonly ComparedChunk[],
  chunkIds: readonly string[],
  wordsWeight: number,
): ComparedChunk[] {
  const byId = new Map(chunks.map((chunk) => [chunk.chunk_id, chunk]));
  const ids = fused([
    { ids: [...byId.keys()], weight: 1 },
    { ids: chunkIds.filter((id) => byId.has(id)), weight: wordsWeight },
  ]);
  return ids.map((id) => byId.get(id)!);
}

/** Interleaves lists: the first of each, nearest first, then the second of each, and so on. */
export function interleaved<C extends FoundChunk>(lists: readonly (readonly C[])[]): C[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, rank) =>
    lists.flatMap((list) => list[rank] ?? []).toSorted(nearestFirst),
  ).flat();
}

const nearestFirst = (a: FoundChunk, b: FoundChunk): number =>
  a.distance - b.distance || (a.chunk_id < b.chunk_id ? -1 : 1);
