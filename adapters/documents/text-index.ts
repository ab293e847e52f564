import { createHash } from 'node:crypto';
import type { TextIndex, TextMatches, TextQuery } from '../../application/ports/text-index.ts';
import { eventLoopQueue } from '../lib/event-loop-queue.ts';
import { wordCounts } from '../lib/words.ts';
import { ChunkScores, type DocumentPostings, type IndexedSize } from './chunk-scores.ts';
import { falseOnUniqueViolation, type Collection, type DocumentStore } from './collection.ts';
import { anyOf, type Match } from './match.ts';
import { PostingsWriter } from './postings.ts';

/** Changes when words are split or stemmed differently. */
const ANALYSER = 1;
/** Chunks whose postings are packed together. */
const PART = 1_000;
/** Texts and rows per tick of the event loop: a few milliseconds of work. */
const AT_ONCE = { texts: 16, rows: 100 } as const;
/** Rows removed per step. */
const REMOVED_AT_ONCE = 500;
/** Words of a question that count, and the most rows read of each. */
const MOST = { terms: 32, rows: 1_000 } as const;
/** A word in more documents than rows are read counts only in this many: those that are best without it. */
const BEST_DOCUMENTS = 100;
/** Up to this many documents are named to the store. More are read by organisation. */
const NAMED_DOCUMENTS = 100;

/** An indexed document. Searches see rows of its build only. */
interface StoredIndex extends IndexedSize {
  readonly org_id: string;
  /** Names the texts and the analyser, so that all writers of the same texts write the same rows. */
  readonly build: string;
}

interface StoredPostings extends DocumentPostings {
  readonly org_id: string;
  readonly term: string;
  readonly build: string;
  readonly part: number;
}

interface Tables {
  readonly documents: Collection<StoredIndex>;
  readonly postings: Collection<StoredPostings>;
}

/**
 * The words of chunks as documents: for each word and document the chunks that have it. Rows are written first and count
 * once the document names their build, so an interrupted writer leaves nothing that is found. The writers of a document
 * take turns by its claim.
 */
export async function documentTextIndex(store: DocumentStore): Promise<TextIndex> {
  const documents = await store.open<StoredIndex>({
    name: 'text_documents',
    indexes: [{ name: 'by_document', fields: ['org_id', 'document_id'], unique: true }],
  });
  const postings = await store.open<StoredPostings>({
    name: 'text_postings',
    indexes: [
      { name: 'by_term', fields: ['org_id', 'term', 'document_id'] },
      { name: 'by_row', fields: ['org_id', 'document_id', 'build', 'term', 'part'], unique: true },
    ],
  });

  return {
    async put(org_id, document_id, texts) {
      const build = buildOf(texts);
      const key = { org_id, document_id };
      if ((await documents.findOne(key))?.build === build) return;
      const words = await write(postings, { ...key, build }, texts);
      await name(documents, { ...key, build, chunks: texts.length, words });
      for (const { values } of await postings.tally(key, ['build'], 'part'))
        if (values.build !== build) await removeRows(postings, { ...key, ...values });
    },

    search: (orgId, query) => search({ documents, postings }, orgId, query),

    async remove(org_id, document_id) {
      await documents.remove({ org_id, document_id });
      await removeRows(postings, { org_id, document_id });
    },

    async removeAll(org_id) {
      await documents.remove({ org_id });
      await removeRows(postings, { org_id });
    },
  };
}

async function search(
  { documents, postings }: Tables,
  orgId: string,
  { question, documentIds, topK }: TextQuery,
): Promise<TextMatches> {
  const wanted = new Set(documentIds);
  const named = wanted.size <= NAMED_DOCUMENTS ? { document_id: anyOf([...wanted]) } : {};
  const indexed = (await documents.find({ org_id: orgId, ...named })).filter((each) => wanted.has(each.document_id));
  const builds = new Map(indexed.map(({ document_id, build }) => [document_id, build]));
  const unindexed = documentIds.filter((id) => !builds.has(id));
  const terms = [...wordCounts(question).keys()].slice(0, MOST.terms);
  if (builds.size === 0 || topK <= 0) return { chunkIds: [], unindexed };

  const scores = new ChunkScores(indexed);
  const read = async (match: Match<StoredPostings>) => {
    const rows = await postings.find(match, { sort: { document_id: 'asc' }, limit: MOST.rows });
    const current = rows.filter(({ document_id, build }) => builds.get(document_id) === build);
    return { rows: current, isAll: rows.length < MOST.rows };
  };
  const found = await Promise.all(terms.map((term) => read({ org_id: orgId, term, ...named })));
  for (const { rows, isAll } of found) if (isAll) scores.add(rows);
  const common = terms.flatMap((term, at) => (found[at]!.isAll ? [] : [{ term, rows: found[at]!.rows }]));
  const best = common.length === 0 ? [] : scores.bestDocuments(BEST_DOCUMENTS);
  for (const { term, rows } of common) {
    const own = best.length === 0 ? rows : (await read({ org_id: orgId, term, document_id: anyOf(best) })).rows;
    scores.add(own, scores.estimate(rows));
  }
  return { chunkIds: scores.best(topK), unindexed };
}

/** Names the build whose rows count. */
async function name(documents: Collection<StoredIndex>, index: StoredIndex): Promise<void> {
  const { org_id, document_id, ...size } = index;
  const rename = async (): Promise<boolean> => (await documents.change({ org_id, document_id }, size)) !== null;
  if ((await rename()) || (await falseOnUniqueViolation(documents.insert(index), 'by_document'))) return;
  await rename();
}

/** Writes the rows of a document and answers the number of its words. */
async function write(
  postings: Collection<StoredPostings>,
  key: Pick<StoredPostings, 'org_id' | 'document_id' | 'build'>,
  texts: readonly string[],
): Promise<number> {
  let total = 0;
  for (let first = 0; first < texts.length; first += PART) {
    const writers = new Map<string, { chunks: number; readonly writer: PostingsWriter }>();
    for (const [at, text] of texts.slice(first, first + PART).entries()) {
      if (at % AT_ONCE.texts === 0) await eventLoopQueue.next(writers);
      const counts = wordCounts(text);
      const words = [...counts.values()].reduce((sum, times) => sum + times, 0);
      total += words;
      for (const [term, times] of counts) {
        const known = writers.get(term) ?? { chunks: 0, writer: new PostingsWriter() };
        known.chunks += 1;
        known.writer.add(first + at, times, words);
        writers.set(term, known);
      }
    }
    const rows = Array.from(writers, ([term, { chunks, writer }]) => ({
      ...{ ...key, term, part: first / PART, chunks, postings: writer.toString() },
    }));
    for (let at = 0; at < rows.length; at += AT_ONCE.rows) {
      await eventLoopQueue.next(rows);
      await postings.insertAll(rows.slice(at, at + AT_ONCE.rows));
    }
  }
  return total;
}

async function removeRows(
  postings: Collection<StoredPostings>,
  match: Pick<StoredPostings, 'org_id'> & Partial<Pick<StoredPostings, 'document_id' | 'build'>>,
): Promise<void> {
  for (;;) {
    const found = await postings.find(match, { limit: REMOVED_AT_ONCE });
    if (found.length === 0) return;
    const removed = await postings.remove({ ...match, term: anyOf([...new Set(found.map(({ term }) => term))]) });
    // Another process removed them.
    if (removed === 0) return;
  }
}

function buildOf(texts: readonly string[]): string {
  const hash = createHash('sha256').update(String(ANALYSER));
  for (const text of texts) hash.update(`\n${text.length} `).update(text);
  return hash.digest('hex').slice(0, 16);
}
