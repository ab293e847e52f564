import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import Database from 'better-sqlite3';
import { load } from 'sqlite-vec';
import { sqliteEngine } from '../../adapters/documents/drivers/sqlite.ts';
import { documentTextIndex } from '../../adapters/documents/text-index.ts';
import { ContentVersions } from '../../domain/knowledge/content-versions.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import { findChunks } from '../../application/knowledge/find-chunks.ts';
import type { Vector } from '../../application/ports/vectors.ts';
import { chunkIdOf } from '../../domain/knowledge/document.ts';
import { fakeEmbedders } from '../../tests/support/fake-embedders.ts';
import { rememberingLog } from '../../tests/support/remembering-log.ts';
import { percentile } from '../statistics.ts';
import { draws, type Draw } from './articles.ts';
import { builtVectors } from './speed.ts';

const CHUNKS = 100_000;
const DOCUMENTS = 20;
const DIMENSIONS = 384;
const WORDS = { known: 30_000, perChunk: 150, asked: 6, tooCommon: 100 } as const;
const QUESTIONS = 200;
const WARMING = 10;
const CANDIDATES = 40;
const MOST = 1.1;
const ORG = 'bench';
const MODEL = 'bench';

interface Passage {
  readonly text: string;
  readonly vector: Vector;
}

/**
 * Hybrid searches over 100,000 passages beside the bare searches it is made of, one after the other: 40 of sqlite-vec and
 * 40 of FTS5. Answers what was too slow.
 */
export async function againstBareHybrid(say: (line: string) => void): Promise<string[]> {
  const draw = draws(CHUNKS);
  const words = vocabulary(draw);
  const passage = passages(words, draw);
  const directory = await mkdtemp(join(tmpdir(), 'hybrid-bench-'));
  const [ours, bare] = [await platformIn(directory), bareIn(directory)];
  for (let document = 0; document < DOCUMENTS; document += 1) {
    const some = Array.from({ length: CHUNKS / DOCUMENTS }, passage);
    await ours.keep(`d${document}`, some);
    bare.keep(some);
  }
  const questions = Array.from({ length: QUESTIONS + WARMING }, () => ({
    text: questionOf(passage().text, words),
    vector: passage().vector,
  }));
  const times: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] };
  const delay = monitorEventLoopDelay({ resolution: 1 });
  for (const [at, question] of questions.entries())
    for (const side of at % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const)) {
      const startedAt = performance.now();
      if (side === 'ours') delay.enable();
      await { ours, bare }[side].search(question);
      delay.disable();
      if (at >= WARMING) times[side].push(performance.now() - startedAt);
    }
  await ours.close();
  bare.close();
  await rm(directory, { recursive: true });
  const [own, other] = [percentile(times.ours, 0.99), percentile(times.bare, 0.99)];
  for (const [side, all] of Object.entries(times))
    say(`  ${side}: median ${percentile(all, 0.5).toFixed(1)} ms, p99 ${percentile(all, 0.99).toFixed(1)} ms`);
  say(`  event loop delay during ours: 99 % under ${(delay.percentile(99) / 1e6).toFixed(1)} ms`);
  const sentence = `Hybrid top 5 of ${CHUNKS}: times the p99 of bare sqlite-vec and FTS5 ${(own / other).toFixed(2)}, at most ${MOST} is allowed`;
  say(sentence);
  return own / other <= MOST ? [] : [sentence];
}

interface Question {
  readonly text: string;
  readonly vector: Vector;
}

/** What the platform does after it has embedded a question. */
async function platformIn(directory: string) {
  const vectors = await builtVectors(join(directory, 'vectors.db'));
  const documents = await sqliteEngine(join(directory, 'platform.db'));
  const textIndex = await documentTextIndex(documents);
  const documentIds = Array.from({ length: DOCUMENTS }, (_, at) => `d${at}`);
  return {
    async keep(document_id: string, some: readonly Passage[]): Promise<void> {
      const known = { document_id, source_filename: 'bench.pdf', page: 1, heading: null, embedding_model: MODEL };
      for (let at = 0; at < some.length; at += 1_000)
        await vectors.upsert(
          ORG,
          some
            .slice(at, at + 1_000)
            .map((each, n) => ({ ...known, ...each, chunk_id: chunkIdOf(document_id, at + n) })),
        );
      await textIndex.put(
        ORG,
        document_id,
        some.map(({ text }) => text),
      );
    },
    async search({ text, vector }: Question): Promise<void> {
      const embedders = fakeEmbedders({ model: MODEL, embed: async () => [vector] });
      const ports = { embedders, vectors, textIndex, clock: systemClock(), log: rememberingLog().log };
      const search = {
        orgId: ORG,
        model: MODEL,
        versions: new ContentVersions([]),
        documentIds,
        question: text,
        topK: 5,
      };
      const found = await findChunks(ports, search, new AbortController().signal);
      if (found.length < 5) throw new Error('The platform found too little');
    },
    async close(): Promise<void> {
      await vectors.close();
      await documents.close();
    },
  };
}

/** The obvious queries with sqlite-vec and FTS5, in this thread. */
function bareIn(directory: string) {
  const database = new Database(join(directory, 'bare.db'));
  load(database);
  database.pragma('journal_mode = WAL');
  database.exec(`
    CREATE VIRTUAL TABLE vectors USING vec0(embedding FLOAT[${DIMENSIONS}] distance_metric=cosine);
    CREATE VIRTUAL TABLE words USING fts5(text);`);
  const addVector = database.prepare('INSERT INTO vectors (embedding) VALUES (?)');
  const addText = database.prepare('INSERT INTO words (text) VALUES (?)');
  const near = database.prepare('SELECT rowid, distance FROM vectors WHERE embedding MATCH ? AND k = ?');
  const matching = database.prepare('SELECT rowid, text, rank FROM words WHERE words MATCH ? ORDER BY rank LIMIT ?');
  return {
    keep: database.transaction((some: readonly Passage[]) => {
      for (const { text, vector } of some) {
        addVector.run(vector);
        addText.run(text);
      }
    }),
    async search({ text, vector }: Question): Promise<void> {
      const wanted = text
        .split(' ')
        .map((word) => `"${word}"`)
        .join(' OR ');
      if (near.all(vector, CANDIDATES).length + matching.all(wanted, CANDIDATES).length < 10)
        throw new Error('The bare tables found too little');
    },
    close: () => database.close(),
  };
}

/** Words of syllables, as letters of one language are. */
function vocabulary(draw: Draw): string[] {
  const [starts, vowels] = ['bcdfgklmnprstvz', 'aeiou'];
  const letter = (letters: string): string => letters[Math.floor(draw() * letters.length)] as string;
  const words = new Set<string>();
  while (words.size < WORDS.known) {
    const syllables = 2 + Math.floor(draw() * 3);
    words.add(Array.from({ length: syllables }, () => letter(starts) + letter(vowels)).join('') + letter('nrtm'));
  }
  return [...words];
}

/** Passages whose words follow Zipf's law, as those of any language do. */
function passages(words: readonly string[], draw: Draw): () => Passage {
  const centres = Array.from({ length: 200 }, () => Float32Array.from({ length: DIMENSIONS }, () => draw() - 0.5));
  const word = (): string => words[Math.min(words.length - 1, Math.floor(words.length ** draw()) - 1)] as string;
  let at = 0;
  return () => {
    at += 1;
    const vector = (centres[at % 200] as Vector).map((part) => part + (draw() - 0.5) * 0.6);
    return { text: Array.from({ length: WORDS.perChunk }, word).join(' '), vector };
  };
}

/** Some words of a passage, without those that nearly all passages have. */
function questionOf(text: string, words: readonly string[]): string {
  const common = new Set(words.slice(0, WORDS.tooCommon));
  return text
    .split(' ')
    .filter((word) => !common.has(word))
    .slice(0, WORDS.asked)
    .join(' ');
}
