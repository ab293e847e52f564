import { readdirSync, readFileSync } from 'node:fs';
import MiniSearch from 'minisearch';
import { lexicalEmbedder } from '../../adapters/embedder/lexical.ts';
import { sqliteVectors } from '../../adapters/vectors/sqlite.ts';
import { retrieveChunks } from '../../application/knowledge/retrieve-chunks.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import { newDocument, toReady, type KnowledgeDocument } from '../../domain/knowledge/document.ts';
import type { KnowledgeDocumentRepository } from '../../application/ports/knowledge-documents.ts';
import { fakeEmbedders } from '../../tests/support/fake-embedders.ts';
import { rememberingLog } from '../../tests/support/remembering-log.ts';
import { articlesIn, chunksOf, draws, shuffled, type KeptChunk, type Question } from './articles.ts';
import { ENGLISH } from './english.ts';
import { HINDI } from './hindi.ts';
import { PAGE_QUESTIONS } from './page-questions.ts';

const SEED = 1;
const ORG = 'bench';
const QUESTION_COUNTS = { english: 105, hindi: 80 } as const;
/** So far down the list a passage may be to count for anything. */
const DEPTH = 10;

/** Finds texts of passages, the best first. */
type Search = (question: string) => Promise<readonly string[]>;

interface Score {
  readonly first: number;
  readonly five: number;
  readonly mrr: number;
}

const NAMES = { first: 'recall@1', five: 'recall@5', mrr: 'MRR' } as const satisfies Record<keyof Score, string>;

/**
 * Asks 200 questions to everything the project may ship, by every way of looking, says how well each answers, and answers
 * in what the local embedder lost to BM25.
 */
export async function measureQuality(say: (line: string) => void): Promise<string[]> {
  const draw = draws(SEED);
  const [english, hindi] = [articlesIn(ENGLISH, draw), articlesIn(HINDI, draw)];
  const pages = pagesOfTheProject();
  const chunks = [...english.chunks, ...hindi.chunks, ...pages];
  const questions = {
    'English articles': shuffled(english.questions, draw).slice(0, QUESTION_COUNTS.english),
    'pages of the project': PAGE_QUESTIONS,
    'Hindi articles': shuffled(hindi.questions, draw).slice(0, QUESTION_COUNTS.hindi),
  };
  const all = Object.values(questions).flat();
  for (const { text, answer } of all)
    if (!chunks.some((chunk) => chunk.text.includes(answer))) throw new Error(`Nothing answers: ${text}`);
  say(`${chunks.length} passages, ${all.length} questions              recall@1  recall@5  MRR`);
  const ways = {
    'local embedder': await byLocalEmbedder(chunks),
    'its vectors alone': await byVectors(chunks),
    BM25: byBm25(chunks),
  };
  for (const [where, some] of [...Object.entries(questions), ['all together', all] as const])
    for (const [way, search] of Object.entries(ways)) say(row(`${where}, ${way}`, await scoreOf(some, search)));
  const [own, other] = [await scoreOf(all, ways['local embedder']), await scoreOf(all, ways.BM25)];
  const lost = (['first', 'five', 'mrr'] as const).filter((each) => own[each] < other[each]);
  return lost.map((each) => `the local embedder lost to BM25 by ${NAMES[each]}`);
}

/** The README and the pages that it leads to. */
function pagesOfTheProject(): KeptChunk[] {
  const root = new URL('../../', import.meta.url);
  const below = readdirSync(new URL('docs', root)).filter((name) => name.endsWith('.md'));
  const paths = ['README.md', ...below.toSorted().map((name) => `docs/${name}`)];
  return paths.flatMap((path) => chunksOf(path, readFileSync(new URL(path, root), 'utf8')));
}

const row = (name: string, { first, five, mrr }: Score): string =>
  `  ${name.padEnd(42)} ${first.toFixed(3)}     ${five.toFixed(3)}     ${mrr.toFixed(3)}`;

async function scoreOf(questions: readonly Question[], search: Search): Promise<Score> {
  const ranks: number[] = [];
  for (const { text, answer } of questions) {
    const found = await search(text);
    ranks.push(found.findIndex((each) => each.includes(answer)));
  }
  const share = (isSo: (rank: number) => boolean): number => ranks.filter(isSo).length / ranks.length;
  return {
    first: share((rank) => rank === 0),
    five: share((rank) => rank >= 0 && rank < 5),
    mrr: ranks.reduce((sum, rank) => sum + (rank < 0 ? 0 : 1 / (rank + 1)), 0) / ranks.length,
  };
}

/** As the platform answers, by the use case behind `/rag/retrieve`. */
async function byLocalEmbedder(chunks: readonly KeptChunk[]): Promise<Search> {
  const { knowledge, vectors, embedder } = await library(chunks);
  const embedders = fakeEmbedders(embedder);
  const retrieve = retrieveChunks({ knowledge, vectors, embedders, clock: systemClock(), log: rememberingLog().log });
  return async (question) => (await retrieve({ org_id: ORG, question, top_k: DEPTH })).map(({ text }) => text);
}

async function byVectors(chunks: readonly KeptChunk[]): Promise<Search> {
  const { vectors, embedder } = await library(chunks);
  return async (question) => {
    const [vector] = await embedder.embed([question], 'question');
    const query = { vector: vector!, embeddingModel: embedder.model, documentIds: null, topK: DEPTH };
    return (await vectors.query(ORG, query)).map(({ text }) => text);
  };
}

function byBm25(chunks: readonly KeptChunk[]): Search {
  const index = new MiniSearch<KeptChunk>({ fields: ['text'], storeFields: ['text'] });
  index.addAll(chunks);
  return async (question) =>
    index
      .search(question)
      .slice(0, DEPTH)
      .map((found) => String(found['text']));
}

async function library(chunks: readonly KeptChunk[]) {
  const [vectors, embedder, now] = [sqliteVectors(':memory:'), lexicalEmbedder(), new Date(0)];
  const found = await embedder.embed(
    chunks.map(({ text }) => text),
    'passage',
  );
  const named = { document_id: 'd', org_id: ORG, original_filename: 'bench.pdf', storage_key: null, now };
  const typed = { ...named, media_type: 'application/pdf' } as const;
  const document: KnowledgeDocument = { ...newDocument(typed), ...toReady(chunks.length, embedder.model, now) };
  await vectors.upsert(
    ORG,
    chunks.map(({ id, text }, at) => ({
      ...{ chunk_id: id, document_id: 'd', source_filename: 'bench.pdf', page: 1, heading: null, text },
      ...{ embedding_model: embedder.model, vector: found[at]! },
    })),
  );
  const knowledge = { list: async () => [document] } as unknown as KnowledgeDocumentRepository;
  return { vectors, embedder, knowledge };
}
