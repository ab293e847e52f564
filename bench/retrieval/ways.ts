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

export const ORG = 'bench';
/** So far down the list a passage may be to count for anything. */
export const DEPTH = 10;
/** As many candidates as the platform takes of each ranking. */
const CANDIDATES = 40;

/** Numbers of passages, the best first. */
type WayToSearch = (question: string) => Promise<readonly number[]>;

/** The ways to search these passages, ours first. */
export async function waysToSearch(chunks: readonly KeptChunk[]) {
  const { ports, close } = await library(chunks);
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
    close,
  };
}

type Ports = Awaited<ReturnType<typeof library>>['ports'];

const numberOf = (id: string): number => Number(id.split(':')[1]);

const allUnindexed: RetrievePorts['textIndex']['search'] = async (_org, { documentIds }) => ({
  chunkIds: [],
  unindexed: documentIds,
});

/** By the use case behind `/rag/retrieve`. */
function asPlatform(ports: RetrievePorts): WayToSearch {
  const retrieve = retrieveChunks(ports);
  return async (question) =>
    (await retrieve({ org_id: ORG, question, top_k: DEPTH })).chunks.map(({ chunk_id }) => numberOf(chunk_id));
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
  const compared = await embedder.compare(
    question,
    all.map(({ text }) => text),
  );
  const placed = all.map(({ chunk_id }, at) => ({ chunk_id, distance: compared[at]!.distance }));
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

/** The passages as documents: all in one by default. */
export async function library(chunks: readonly KeptChunk[], documentOf: (chunk: KeptChunk) => string = () => 'd') {
  const [vectors, embedder] = [sqliteVectors(':memory:'), lexicalEmbedder()];
  const store = await sqliteEngine(':memory:');
  const textIndex = await documentTextIndex(store);
  const names = [...new Set(chunks.map(documentOf))];
  const passages = new Map<string, readonly KeptChunk[]>(
    names.map((name, at) => [at === 0 ? 'd' : `d${at}`, chunks.filter((chunk) => documentOf(chunk) === name)]),
  );
  for (const [id, own] of passages) {
    const texts = own.map(({ text }) => text);
    const found = await embedder.embed(texts, 'passage');
    await vectors.upsert(
      ORG,
      texts.map((text, at) => ({
        ...{ chunk_id: chunkIdOf(id, at), document_id: id, source_filename: 'bench.pdf', page: 1, heading: null, text },
        ...{ embedding_model: embedder.model, vector: found[at]! },
      })),
    );
    await textIndex.put(ORG, id, texts);
  }
  const documents = Array.from(passages, ([id, { length }]) => readyDocument(id, length, embedder.model));
  const knowledge = { list: async () => documents } as unknown as KnowledgeDocumentRepository;
  const outside = { reranker: null, clock: systemClock(), log: rememberingLog().log };
  return {
    ports: { knowledge, vectors, textIndex, embedder, embedders: fakeEmbedders(embedder), ...outside },
    documents,
    passagesOf: ({ document_id }: KnowledgeDocument) =>
      passages.get(document_id)!.map(({ text }) => ({ heading: null, text })),
    async close() {
      await vectors.close();
      await store.close();
    },
  };
}

function readyDocument(id: string, chunkCount: number, model: string): KnowledgeDocument {
  const now = new Date(0);
  const named = { document_id: id, org_id: ORG, original_filename: 'bench.pdf', storage_key: null } as const;
  return { ...newDocument({ ...named, media_type: 'application/pdf', now }), ...toReady(chunkCount, model, now) };
}
