import Database from 'better-sqlite3';
import MiniSearch from 'minisearch';
import { documentTextIndex } from '../../adapters/documents/text-index.ts';
import { sqliteEngine } from '../../adapters/documents/drivers/sqlite.ts';
import { lexicalEmbedder } from '../../adapters/embedder/lexical.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import { sqliteVectors } from '../../adapters/vectors/sqlite.ts';
import { retrieveChunks, type RetrievePorts } from '../../application/knowledge/retrieve-chunks.ts';
import type { KnowledgeDocumentRepository } from '../../application/ports/knowledge-documents.ts';
import { chunkIdOf, newDocument, toReady, type KnowledgeDocument } from '../../domain/knowledge/document.ts';
import { fakeEmbedders } from '../../tests/support/fake-embedders.ts';
import { rememberingLog } from '../../tests/support/remembering-log.ts';
import type { KeptChunk } from './articles.ts';

const ORG = 'bench';
/** So far down the list a passage may be to count for anything. */
export const DEPTH = 10;
/** As many candidates as the platform takes of each ranking. */
const CANDIDATES = 40;

/** Numbers of passages, the best first. */
type WayToSearch = (question: string) => Promise<readonly number[]>;

/** The ways to search these passages, ours first. */
export async function waysToSearch(chunks: readonly KeptChunk[]) {
  const ports = await library(chunks);
  const vectorsAlone = { ...ports, textIndex: { ...ports.textIndex, search: allUnindexed } };
  return {
    ways: {
      platform: asPlatform(ports),
      'its vectors alone': asPlatform(vectorsAlone),
      'its words alone': async (question: string) => (await matching(ports, question, DEPTH)).map(numberOf),
      'BM25, MiniSearch': byMiniSearch(chunks),
      'BM25, FTS5': byFts5(chunks),
    } satisfies Record<string, WayToSearch>,
    /** The two rankings that the platform fuses, for choosing their weights. */
    rankings: (question: string) => rankingsOf(ports, question),
    async close() {
      await ports.vectors.close();
      await ports.documents.close();
    },
  };
}

type Ports = Awaited<ReturnType<typeof library>>;

const numberOf = (id: string): number => Number(id.split(':')[1]);

const allUnindexed: RetrievePorts['textIndex']['search'] = async (_org, { documentIds }) => ({
  chunkIds: [],
  unindexed: documentIds,
});

/** By the use case behind `/rag/retrieve`. */
function asPlatform(ports: RetrievePorts): WayToSearch {
  const retrieve = retrieveChunks(ports);
  return async (question) =>
    (await retrieve({ org_id: ORG, question, top_k: DEPTH })).map(({ chunk_id }) => numberOf(chunk_id));
}

const matching = async ({ textIndex }: Ports, question: string, topK: number): Promise<readonly string[]> =>
  (await textIndex.search(ORG, { question, documentIds: ['d'], topK })).chunkIds;

async function rankingsOf(ports: Ports, question: string) {
  const { vectors, embedder } = ports;
  const words = await matching(ports, question, CANDIDATES);
  const [vector] = await embedder.embed([question], 'question');
  const query = { vector: vector!, embeddingModel: embedder.model, documentIds: null };
  const near = await vectors.query(ORG, { ...query, topK: CANDIDATES });
  const more = await vectors.query(ORG, { ...query, chunkIds: words, topK: words.length });
  const all = [...new Map([...near, ...more].map((chunk) => [chunk.chunk_id, chunk])).values()];
  const distances = await embedder.compare(
    question,
    all.map(({ text }) => text),
  );
  const placed = all.map(({ chunk_id }, at) => ({ chunk_id, distance: distances[at]! }));
  return { near: placed.toSorted((a, b) => a.distance - b.distance).map(({ chunk_id }) => chunk_id), words };
}

function byMiniSearch(chunks: readonly KeptChunk[]): WayToSearch {
  const index = new MiniSearch<{ id: number; text: string }>({ fields: ['text'] });
  index.addAll(chunks.map(({ text }, id) => ({ id, text })));
  return async (question) =>
    index
      .search(question)
      .slice(0, DEPTH)
      .map((found) => Number(found.id));
}

/** FTS5 with its English stemmer, and marks as parts of words, which Hindi needs. */
function byFts5(chunks: readonly KeptChunk[]): WayToSearch {
  const database = new Database(':memory:');
  database.exec(
    `CREATE VIRTUAL TABLE words USING fts5(text, tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* Co M*'")`,
  );
  const insert = database.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)');
  database.transaction(() => chunks.forEach(({ text }, at) => insert.run(at, text)))();
  const search = database.prepare('SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT ?').pluck();
  return async (question) => {
    const words = question.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
    return words.length === 0 ? [] : (search.all(words.map((word) => `"${word}"`).join(' OR '), DEPTH) as number[]);
  };
}

async function library(chunks: readonly KeptChunk[]) {
  const [vectors, embedder, now] = [sqliteVectors(':memory:'), lexicalEmbedder(), new Date(0)];
  const documents = await sqliteEngine(':memory:');
  const textIndex = await documentTextIndex(documents);
  const texts = chunks.map(({ text }) => text);
  const found = await embedder.embed(texts, 'passage');
  const named = {
    document_id: 'd',
    org_id: ORG,
    original_filename: 'bench.pdf',
    media_type: 'application/pdf',
    storage_key: null,
    now,
  } as const;
  const document: KnowledgeDocument = { ...newDocument(named), ...toReady(chunks.length, embedder.model, now) };
  await vectors.upsert(
    ORG,
    texts.map((text, at) => ({
      ...{ chunk_id: chunkIdOf('d', at), document_id: 'd', source_filename: 'bench.pdf', page: 1, heading: null, text },
      ...{ embedding_model: embedder.model, vector: found[at]! },
    })),
  );
  await textIndex.put(ORG, 'd', texts);
  const knowledge = { list: async () => [document] } as unknown as KnowledgeDocumentRepository;
  const outside = {
    reranker: null,
    clock: systemClock(),
    log: rememberingLog().log,
    embedders: fakeEmbedders(embedder),
  };
  return { knowledge, vectors, textIndex, documents, embedder, ...outside };
}
