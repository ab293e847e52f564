import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { ChromaClient } from 'chromadb';
import { load } from 'sqlite-vec';
import { chromaVectors } from '../../adapters/vectors/chroma.ts';
import type { EmbeddedChunk, Vector, VectorStore } from '../../application/ports/vectors.ts';
import type * as Built from '../../adapters/vectors/sqlite.ts';
import { percentile } from '../statistics.ts';
import { draws } from './articles.ts';

const DIMENSIONS = 384;
const DOCUMENTS = 20;
const MODEL = 'bench';
const ORG = `bench-${process.pid}`;
/** What is asked of a filtered search. */
const WANTED = ['document-3', 'document-8', 'document-13'];

type Say = (line: string) => void;
type Search = (question: Vector) => unknown;

/**
 * The store as it was built. From source its thread is slower by a third than it is in service: what loads TypeScript
 * there leaves the upper halves of the AVX registers in use, and sqlite-vec reckons with older instructions, which
 * then wait for one another.
 */
export const builtVectors = async (location: string): Promise<VectorStore> => {
  const url = new URL('../../dist/adapters/vectors/sqlite.js', import.meta.url);
  const { sqliteVectors } = (await import(url.href)) as typeof Built;
  return sqliteVectors(location);
};

/** The most that our median may be of the peer's. */
const MOST = { chroma: 0.6, bare: 1.1 } as const;

/** Filtered searches over 10,000 passages beside a Chroma server, when one is named; answers what was too slow. */
export async function againstChroma(say: Say, url: string | undefined): Promise<string[]> {
  if (url === undefined) {
    say('NOT COMPARED with Chroma: there is none, for TEST_VECTORS_URL is not set');
    return [];
  }
  const { chunks, questions } = library(10_000);
  const [ours, chroma] = [await builtVectors(':memory:'), chromaVectors(url)];
  await Promise.all([kept(ours, chunks), kept(chroma, chunks)]);
  const filtered =
    (store: VectorStore): Search =>
    (vector) =>
      store.query(ORG, { vector, embeddingModel: MODEL, documentIds: WANTED, topK: 5 });
  const ratio = await compare(say, questions, ['ours', filtered(ours)], ['Chroma', filtered(chroma)]);
  await ours.close();
  await chroma.close();
  await deleteCollections(url);
  return judged(say, { what: "Filtered top 5 of 10,000: times Chroma's median", ratio, most: MOST.chroma });
}

/** Searches over 100,000 passages beside bare sqlite-vec in this thread; answers what was too slow. */
export async function againstBare(say: Say): Promise<string[]> {
  const { chunks, questions } = library(100_000);
  const directory = await mkdtemp(join(tmpdir(), 'retrieval-bench-'));
  const ours = await builtVectors(join(directory, 'vectors.db'));
  await kept(ours, chunks);
  const bare = bareTable(join(directory, 'bare.db'), chunks);
  const search: Search = (vector) => ours.query(ORG, { vector, embeddingModel: MODEL, documentIds: null, topK: 5 });
  const ratio = await compare(say, questions.slice(0, 40), ['ours', search], ['bare', bare.search]);
  await ours.close();
  bare.close();
  await rm(directory, { recursive: true });
  return judged(say, { what: 'Top 5 of 100,000: times the median of bare sqlite-vec', ratio, most: MOST.bare });
}

/** Says a ratio, and answers it when it is over its limit. */
function judged(say: Say, { what, ratio, most }: { what: string; ratio: number; most: number }): string[] {
  const sentence = `${what} ${ratio.toFixed(2)}, at most ${most.toFixed(2)} is allowed`;
  say(sentence);
  return ratio <= most ? [] : [sentence];
}

function library(size: number): { chunks: EmbeddedChunk[]; questions: Vector[] } {
  const draw = draws(size);
  const centres = Array.from({ length: 200 }, () => Float32Array.from({ length: DIMENSIONS }, () => draw() - 0.5));
  const near = (at: number): Vector => (centres[at % 200] as Vector).map((part) => part + (draw() - 0.5) * 0.6);
  const chunks = Array.from({ length: size }, (_, at) => ({
    ...{
      chunk_id: `chunk-${at}`,
      document_id: `document-${Math.floor((at * DOCUMENTS) / size)}`,
      source_filename: 'bench.pdf',
      page: 1,
      heading: null,
    },
    ...{ text: 'A passage of a document. '.repeat(40), embedding_model: MODEL, vector: near(at) },
  }));
  return { chunks, questions: Array.from({ length: 200 }, (_, at) => near(at)) };
}

async function kept(store: VectorStore, chunks: readonly EmbeddedChunk[]): Promise<void> {
  for (let at = 0; at < chunks.length; at += 1_000) await store.upsert(ORG, chunks.slice(at, at + 1_000));
}

/** The obvious query with sqlite-vec. */
function bareTable(path: string, chunks: readonly EmbeddedChunk[]): { search: Search; close(): void } {
  const database = new Database(path);
  load(database);
  database.pragma('journal_mode = WAL');
  database.exec(`
    CREATE VIRTUAL TABLE vectors USING vec0(
      org_id TEXT PARTITION KEY, document_id TEXT, embedding FLOAT[${DIMENSIONS}] distance_metric=cosine, +text TEXT
    )`);
  const insert = database.prepare(
    'INSERT INTO vectors (rowid, org_id, document_id, embedding, text) VALUES (?, ?, ?, ?, ?)',
  );
  database.transaction(() => {
    for (const [at, { document_id, vector, text }] of chunks.entries())
      insert.run(BigInt(at + 1), ORG, document_id, vector, text);
  })();
  const nearest = database.prepare(
    'SELECT document_id, text, distance FROM vectors WHERE embedding MATCH ? AND k = 5 AND org_id = ?',
  );
  return { search: (vector) => nearest.all(vector, ORG), close: () => database.close() };
}

/** The one's median by the other's, each asked the same questions in turns. */
async function compare(
  say: Say,
  questions: readonly Vector[],
  ours: readonly [string, Search],
  peer: readonly [string, Search],
): Promise<number> {
  const sides = [ours, peer].map(([name, search]) => ({ name, search, times: [] as number[] }));
  for (const { search } of sides) for (const question of questions.slice(0, 5)) await search(question);
  for (const [at, question] of questions.entries())
    for (const { search, times } of at % 2 === 0 ? sides : sides.toReversed()) {
      const startedAt = performance.now();
      await search(question);
      times.push(performance.now() - startedAt);
    }
  for (const { name, times } of sides)
    say(`  ${name}: median ${percentile(times, 0.5).toFixed(2)} ms, p95 ${percentile(times, 0.95).toFixed(2)} ms`);
  const [own = Number.NaN, other = Number.NaN] = sides.map(({ times }) => percentile(times, 0.5));
  return own / other;
}

async function deleteCollections(url: string): Promise<void> {
  const { hostname: host, port } = new URL(url);
  const client = new ChromaClient({ host, port: Number(port) });
  for (const { name, metadata } of await client.listCollections({ limit: 1_000 }))
    if (metadata?.['org_id'] === ORG) await client.deleteCollection({ name });
}
