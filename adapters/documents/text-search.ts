import { AtMost } from '../../application/at-most.ts';
import type { TextMatches, TextQuery } from '../../application/ports/text-index.ts';
import { eventLoopQueue } from '../lib/event-loop-queue.ts';
import { Pace } from '../lib/pace.ts';
import { termCounts } from '../lib/terms.ts';
import { ChunkScores } from './chunk-scores.ts';
import { anyOf, type Match } from './match.ts';
import type { StoredIndex, StoredPostings, TextLimits, TextTables } from './text-index-tables.ts';

/** A word that is in more rows or chunks than are counted at once counts in this many documents: the best without it. */
const BEST_DOCUMENTS = 100;
/** Words read at the same time: bounds the memory of a question. */
const READ_AT_ONCE = 4;
/** Chunks scored per tick of the event loop: about a millisecond of work. */
const PIECE = 20_000;

interface Search {
  readonly tables: TextTables;
  readonly orgId: string;
  readonly analyser: number;
  readonly limits: TextLimits;
}

/** A word that is counted in the best documents only, and the estimated number of its chunks. */
interface CommonTerm {
  readonly term: string;
  readonly having: number;
}

export async function searchTexts(search: Search, { question, documentIds, topK }: TextQuery): Promise<TextMatches> {
  const { limits } = search;
  const indexed = await indexedOf(search, [...new Set(documentIds)].toSorted());
  const known = new Set(indexed.map(({ document_id }) => document_id));
  const unindexed = documentIds.filter((id) => !known.has(id));
  const terms = [...termCounts(question).keys()].slice(0, limits.terms);
  if (indexed.length === 0 || topK <= 0) return { chunkIds: [], unindexed };

  const scores = new ChunkScores(indexed, new Pace(PIECE));
  const rows = new RowReader(search, indexed);
  const common: CommonTerm[] = [];
  const reading = new AtMost(READ_AT_ONCE);
  const count = async (term: string): Promise<void> => {
    const { found, isAll, sampled } = await rows.some(term);
    const chunks = found.reduce((sum, row) => sum + row.chunks, 0);
    if (isAll && chunks <= limits.chunks / terms.length) await scores.add(found);
    else common.push({ term, having: isAll ? chunks : scores.estimate(found, sampled) });
  };
  await Promise.all(terms.map((term) => reading.run(() => count(term))));
  await addCommon(rows, scores, common, topK);
  return { chunkIds: await scores.best(topK), unindexed };
}

/** Adds words that are in too much: all of the rarest if the others found too little, the rest in the best documents. */
async function addCommon(rows: RowReader, scores: ChunkScores, common: CommonTerm[], topK: number): Promise<void> {
  const [rarest, ...others] = common.toSorted((a, b) => a.having - b.having || (a.term < b.term ? -1 : 1));
  if (!rarest) return;
  let best = await scores.bestDocuments(BEST_DOCUMENTS);
  const isEnough = best.length >= topK;
  if (!isEnough) {
    for await (const found of rows.all(rarest.term)) await scores.add(found, rarest.having);
    best = await scores.bestDocuments(BEST_DOCUMENTS);
  }
  for (const { term, having } of isEnough ? [rarest, ...others] : others)
    await scores.add(await rows.of(term, best), having);
}

/** Those of the documents that are indexed by the analyser that splits the question. */
async function indexedOf({ tables, orgId, analyser, limits }: Search, wanted: string[]): Promise<StoredIndex[]> {
  const named = wanted.length <= limits.named ? { document_id: anyOf(wanted) } : {};
  const areWanted = new Set(wanted);
  const found = await tables.documents.find({ org_id: orgId, ...named });
  return found
    .filter((each) => areWanted.has(each.document_id) && each.build !== '' && (each.analyser ?? 1) === analyser)
    .toSorted((a, b) => (a.document_id < b.document_id ? -1 : 1));
}

/** Reads the rows of words in some documents, which are named to the store in groups. */
class RowReader {
  readonly #search: Search;
  readonly #builds: ReadonlyMap<string, string>;
  readonly #groups: readonly (readonly string[])[];

  constructor(search: Search, indexed: readonly StoredIndex[]) {
    this.#search = search;
    this.#builds = new Map(indexed.map(({ document_id, build }) => [document_id, build]));
    const ids = [...this.#builds.keys()];
    const size = search.limits.named;
    this.#groups = Array.from({ length: Math.ceil(ids.length / size) }, (_, at) =>
      ids.slice(at * size, (at + 1) * size),
    );
  }

  /** Rows of a word, and whether they are all. If not, the documents whose rows are all among them are a fair sample. */
  async some(term: string): Promise<{ found: StoredPostings[]; isAll: boolean; sampled: readonly string[] }> {
    const { limits, orgId } = this.#search;
    if (this.#groups.length > 1) {
      const found = await this.#read({ org_id: orgId, term }, limits.rows);
      if (found.length < limits.rows) return { found: this.#counted(found), isAll: true, sampled: [] };
    }
    const found: StoredPostings[] = [];
    const looked = this.#groups.slice(0, limits.reads);
    for (const group of looked) {
      found.push(...(await this.#read({ org_id: orgId, term, document_id: anyOf(group) }, limits.rows - found.length)));
      if (found.length >= limits.rows) break;
    }
    const isFull = found.length >= limits.rows;
    const isAll = !isFull && looked.length === this.#groups.length;
    const last = found.at(-1)?.document_id;
    // The last document may have more rows.
    const sampled = looked.flat().filter((id) => !isFull || id < last!);
    return { found: this.#counted(found), isAll, sampled };
  }

  /** Rows of a word in pages: all of them, unless they are more than the limit of reads allows. */
  async *all(term: string): AsyncGenerator<StoredPostings[]> {
    const { limits, orgId } = this.#search;
    let read = 0;
    for (const group of this.#groups) {
      const found = await this.#read({ org_id: orgId, term, document_id: anyOf(group) }, limits.rows);
      yield this.#counted(found);
      read += found.length;
      if (read >= limits.rows * limits.reads) return;
    }
  }

  /** Rows of a word in a few documents. */
  async of(term: string, documentIds: readonly string[]): Promise<StoredPostings[]> {
    return this.#counted(await this.#read({ org_id: this.#search.orgId, term, document_id: anyOf(documentIds) }));
  }

  async #read(match: Match<StoredPostings>, limit?: number): Promise<StoredPostings[]> {
    await eventLoopQueue.next(this);
    const page = { sort: { document_id: 'asc' }, ...(limit !== undefined && { limit }) } as const;
    return this.#search.tables.postings.find(match, page);
  }

  #counted = (found: readonly StoredPostings[]): StoredPostings[] =>
    found.filter(({ document_id, build }) => this.#builds.get(document_id) === build);
}
