import { rarity, termWeight, type Corpus } from '../../domain/knowledge/bm25.ts';
import { chunkIdOf } from '../../domain/knowledge/document.ts';
import type { Pace } from '../lib/pace.ts';
import { readWeights } from './postings.ts';

/** The size of an indexed document. */
export interface IndexedSize {
  readonly document_id: string;
  readonly chunks: number;
  readonly words: number;
}

/** Postings of a word in a part of a document. */
export interface DocumentPostings {
  readonly document_id: string;
  readonly part: number;
  /** The number of chunks in them. */
  readonly chunks: number;
  readonly postings: string;
}

interface ScoredChunk {
  readonly documentId: string;
  readonly chunk: number;
  readonly score: number;
}

/** Of each chunk of a document: its weight, the rarity of the words of the question in it, and whether it has one. */
interface DocumentScores {
  readonly sums: Float64Array;
  readonly rarities: Float64Array;
  readonly isMatch: Uint8Array;
}

/** How much a word counts in the chunks beside one that has it: texts are divided anywhere, and name their subject once. */
const BESIDE = 0.1;

/**
 * Scores of the chunks of some documents, added up word by word: BM25, times the rarity of the different words of the
 * question that a chunk has. A chunk with most of what tells chunks apart goes before one that repeats a rare word, and
 * before one with as many common words.
 */
export class ChunkScores {
  readonly #documents: ReadonlyMap<string, IndexedSize>;
  readonly #corpus: Corpus;
  readonly #scores = new Map<string, DocumentScores>();
  readonly #pace: Pace;

  constructor(documents: readonly IndexedSize[], pace: Pace) {
    this.#pace = pace;
    this.#documents = new Map(documents.map((document) => [document.document_id, document]));
    const chunks = documents.reduce((sum, document) => sum + document.chunks, 0);
    const words = documents.reduce((sum, document) => sum + document.words, 0);
    this.#corpus = { chunks, averageWords: words / Math.max(1, chunks) };
  }

  /** How many chunks have the word, by its postings in a sample of the documents. */
  estimate(found: readonly DocumentPostings[], sampled: readonly string[]): number {
    const sample = new Set(sampled);
    const chunks = sampled.reduce((sum, id) => sum + (this.#documents.get(id)?.chunks ?? 0), 0);
    if (chunks === 0) return this.#corpus.chunks;
    return (chunksIn(found.filter(({ document_id }) => sample.has(document_id))) / chunks) * this.#corpus.chunks;
  }

  /** Adds a word with its postings. `having` is the number of chunks that have it. */
  async add(found: readonly DocumentPostings[], having = chunksIn(found)): Promise<void> {
    const rare = rarity(this.#corpus, having);
    const weightOf = (times: number, words: number): number => termWeight(this.#corpus, times, words);
    for (const { document_id, part, chunks, postings } of found) {
      const { sums, rarities, isMatch } = this.#scoresOf(document_id);
      readWeights(postings, { part, chunks: sums.length }, weightOf, (chunk, weight, isBeside) => {
        const counted = isBeside ? rare * BESIDE : rare;
        sums[chunk] = (sums[chunk] as number) + counted * weight;
        rarities[chunk] = (rarities[chunk] as number) + counted;
        if (!isBeside) isMatch[chunk] = 1;
      });
      if (this.#pace.isDue(chunks)) await this.#pace.turn();
    }
  }

  /** The documents with the best chunks. */
  async bestDocuments(most: number): Promise<string[]> {
    const all: { readonly id: string; readonly best: number }[] = [];
    for (const [id, scores] of this.#scores) {
      let best = 0;
      for (let chunk = 0; chunk < scores.sums.length; chunk += 1) best = Math.max(best, scoreIn(scores, chunk));
      all.push({ id, best });
      if (this.#pace.isDue(scores.sums.length)) await this.#pace.turn();
    }
    return all
      .toSorted((a, b) => b.best - a.best || (a.id < b.id ? -1 : 1))
      .slice(0, most)
      .map(({ id }) => id);
  }

  /** Ids of the best chunks; equals in the order of documents and chunks. */
  async best(most: number): Promise<string[]> {
    const best: ScoredChunk[] = [];
    for (const documentId of [...this.#scores.keys()].toSorted()) {
      const scores = this.#scores.get(documentId)!;
      for (let chunk = 0; chunk < scores.sums.length; chunk += 1) {
        const score = scoreIn(scores, chunk);
        const isBetter = score > 0 && (best.length < most || score > best.at(-1)!.score);
        if (isBetter) place(best, { documentId, chunk, score }, most);
      }
      if (this.#pace.isDue(scores.sums.length)) await this.#pace.turn();
    }
    return best.map(({ documentId, chunk }) => chunkIdOf(documentId, chunk));
  }

  #scoresOf(documentId: string): DocumentScores {
    const known = this.#scores.get(documentId);
    if (known) return known;
    const chunks = this.#documents.get(documentId)?.chunks ?? 0;
    const scores = {
      sums: new Float64Array(chunks),
      rarities: new Float64Array(chunks),
      isMatch: new Uint8Array(chunks),
    };
    this.#scores.set(documentId, scores);
    return scores;
  }
}

const scoreIn = ({ sums, rarities, isMatch }: DocumentScores, chunk: number): number =>
  (sums[chunk] as number) * (rarities[chunk] as number) * (isMatch[chunk] as number);

/** Places a chunk behind all that are at least as good. */
function place(best: ScoredChunk[], scored: ScoredChunk, most: number): void {
  const behind = best.findIndex(({ score }) => score < scored.score);
  best.splice(behind < 0 ? best.length : behind, 0, scored);
  if (best.length > most) best.pop();
}

const chunksIn = (found: readonly DocumentPostings[]): number => found.reduce((sum, { chunks }) => sum + chunks, 0);
