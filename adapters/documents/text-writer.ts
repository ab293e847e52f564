import { createHash, randomUUID } from 'node:crypto';
import type { IndexedDocument } from '../../application/ports/text-index.ts';
import { unavailable } from '../../domain/errors.ts';
import { eventLoopQueue } from '../lib/event-loop-queue.ts';
import { termCounts } from '../lib/terms.ts';
import { falseOnUniqueViolation, type Collection } from './collection.ts';
import { PART, PostingsWriter } from './postings.ts';
import type { StoredIndex, StoredPostings, TextLimits, TextTables } from './text-index-tables.ts';
import { removeAbandonedRows, removeRows, type Build } from './text-rows.ts';

/** Texts and rows per tick of the event loop: a few milliseconds of work. */
const AT_ONCE = { texts: 16, rows: 100 } as const;

export interface Texts {
  readonly texts: readonly string[];
  readonly analyser: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Indexes texts. Each writer has rows of its own. They count, all at once, when the document names them, and only the
 * writer that began last may name its rows. So no search sees a part of a text, however many writers there are and however
 * they end. Rows that are neither named nor being written are left over.
 */
export async function putTexts(
  tables: TextTables,
  key: IndexedDocument,
  all: Texts,
  limits: TextLimits,
): Promise<void> {
  const { documents, postings } = tables;
  const { texts, analyser, signal } = all;
  const content = contentOf(texts, analyser);
  const known = await documents.findOne(key);
  if ((known?.content ?? known?.build) === content) return;
  const build = randomUUID().slice(0, 8);
  const former = await begin(documents, key, build);
  try {
    await removeAbandonedRows(tables, key);
    const words = await write(postings, { ...key, build }, { texts, signal }, limits);
    const named = { build, writing: '', content, analyser, chunks: texts.length, words };
    if ((await documents.change({ ...key, writing: build }, named)) === null)
      throw unavailable('The document was removed, or another process indexes it');
  } catch (error) {
    await removeRows(postings, { ...key, build }).catch(leftOver);
    throw error;
  }
  if (former !== '') await removeRows(postings, { ...key, build: former });
}

/** Names the rows that are written from now on. Answers the build that counts until then. */
async function begin(documents: Collection<StoredIndex>, key: IndexedDocument, writing: string): Promise<string> {
  const change = () => documents.change(key, { writing });
  const known = await change();
  if (known) return known.build;
  const fresh = { ...key, build: '', writing, chunks: 0, words: 0 };
  if (await falseOnUniqueViolation(documents.insert(fresh), 'by_document')) return '';
  const added = await change();
  if (!added) throw unavailable('The document was removed in the meantime');
  return added.build;
}

/** Rows that could not be removed are found as abandoned. */
const leftOver = (): void => undefined;

/** Writes the rows of a document and answers the number of its words. */
async function write(
  postings: Collection<StoredPostings>,
  key: Build,
  { texts, signal }: Pick<Texts, 'texts' | 'signal'>,
  limits: TextLimits,
): Promise<number> {
  let total = 0;
  for (let first = 0; first < texts.length; first += PART) {
    const part = new Map<string, WordInPart>();
    for (const [at, text] of texts.slice(first, first + PART).entries()) {
      if (at % AT_ONCE.texts === 0) await eventLoopQueue.next(part);
      signal?.throwIfAborted();
      total += addWords(part, text, first + at);
    }
    const rows = mostUseful(part, limits.words).map(([term, { chunks, writer }]) => ({
      ...{ ...key, term, part: first / PART, chunks, postings: writer.toString() },
    }));
    for (let at = 0; at < rows.length; at += AT_ONCE.rows) {
      await eventLoopQueue.next(rows);
      signal?.throwIfAborted();
      await postings.insertAll(rows.slice(at, at + AT_ONCE.rows));
    }
  }
  return total;
}

interface WordInPart {
  chunks: number;
  /** How many other words its first chunk has before it. */
  readonly place: number;
  readonly writer: PostingsWriter;
}

/** Adds the words of a chunk and answers their number. */
function addWords(part: Map<string, WordInPart>, text: string, chunk: number): number {
  const counts = termCounts(text);
  const words = [...counts.values()].reduce((sum, times) => sum + times, 0);
  let place = 0;
  for (const [term, times] of counts) {
    const known = part.get(term) ?? { chunks: 0, place, writer: new PostingsWriter() };
    known.chunks += 1;
    known.writer.add(chunk, times, words);
    part.set(term, known);
    place += 1;
  }
  return words;
}

/** Up to this many words: those in the most chunks, and of the others the first of each chunk. */
function mostUseful(part: ReadonlyMap<string, WordInPart>, most: number): [string, WordInPart][] {
  if (part.size <= most) return [...part];
  return [...part].toSorted(([, a], [, b]) => b.chunks - a.chunks || a.place - b.place).slice(0, most);
}

function contentOf(texts: readonly string[], analyser: number): string {
  const hash = createHash('sha256').update(String(analyser));
  for (const text of texts) hash.update(`\n${text.length} `).update(text);
  return hash.digest('hex').slice(0, 16);
}
