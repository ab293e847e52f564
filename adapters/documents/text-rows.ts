import type { IndexedDocument } from '../../application/ports/text-index.ts';
import { unavailable } from '../../domain/errors.ts';
import { eventLoopQueue } from '../lib/event-loop-queue.ts';
import type { Collection } from './collection.ts';
import { anyOf, between } from './match.ts';
import type { StoredPostings, TextTables } from './text-index-tables.ts';

/** Rows removed per step. */
const REMOVED_AT_ONCE = 500;
/** A removal fails after this many steps without progress of any process. */
const STANDSTILLS = 5;

type Postings = Collection<StoredPostings>;

/** Rows of one build of a document. */
export type Build = Pick<StoredPostings, 'org_id' | 'document_id' | 'build'>;

/** The first string after this one and those that begin with it, as ids go. */
const after = (id: string): string => `${id} `;

/** The builds of a document that have rows, each found by one look into an index. */
async function buildsOf(postings: Postings, document: IndexedDocument): Promise<string[]> {
  const { org_id, document_id } = document;
  const builds: string[] = [];
  for (;;) {
    const last = builds.at(-1);
    const match = { org_id, document_id, build: between({ from: last === undefined ? '' : after(last) }) };
    const next = await postings.findOne(match, { build: 'asc' });
    if (next === null || next.build === last) return builds;
    builds.push(next.build);
  }
}

/** Some documents that have rows, in order, each found by one look into an index. */
export async function documentsWithRows(
  postings: Postings,
  from: IndexedDocument | null,
  most: number,
): Promise<IndexedDocument[]> {
  const found: IndexedDocument[] = [];
  for (let last = from; found.length < most;) {
    await eventLoopQueue.next(postings);
    last = await documentAfter(postings, last);
    if (last === null) break;
    found.push(last);
  }
  return found;
}

async function documentAfter(postings: Postings, last: IndexedDocument | null): Promise<IndexedDocument | null> {
  const next = last && (await nextIndexedDocument(postings, last.org_id, last.document_id));
  if (next) return next;
  const others = { org_id: between({ from: last === null ? '' : after(last.org_id) }) };
  return keyOf(await postings.findOne(others, { org_id: 'asc', document_id: 'asc' }));
}

/** The first document of an organisation that has rows, after this one. */
export async function nextIndexedDocument(
  postings: Postings,
  orgId: string,
  last: string,
): Promise<IndexedDocument | null> {
  const match = { org_id: orgId, document_id: between({ from: after(last) }) };
  return keyOf(await postings.findOne(match, { document_id: 'asc' }));
}

const keyOf = (row: StoredPostings | null): IndexedDocument | null =>
  row && { org_id: row.org_id, document_id: row.document_id };

/** Removes at least `most` rows of a document, or all. Answers whether none are left. */
export async function removeDocumentRows(
  postings: Postings,
  document: IndexedDocument,
  most: number,
): Promise<boolean> {
  const { org_id, document_id } = document;
  let left = most;
  for (const build of await buildsOf(postings, document)) {
    left -= await removeRows(postings, { org_id, document_id, build }, left);
    if (left <= 0) return (await postings.findOne({ org_id, document_id })) === null;
  }
  return true;
}

/** Removes rows in steps, beside other processes that remove the same. Answers how many this one removed. */
export async function removeRows(postings: Postings, build: Build, most = Infinity): Promise<number> {
  let [removed, standstills, last] = [0, 0, ''];
  while (removed < most) {
    await eventLoopQueue.next(postings);
    const found = await postings.find(build, { limit: REMOVED_AT_ONCE });
    const [first] = found;
    if (!first) break;
    const step = await postings.remove({ ...build, term: anyOf([...new Set(found.map(({ term }) => term))]) });
    const place = `${first.term} ${first.part}`;
    standstills = step === 0 && place === last ? standstills + 1 : 0;
    if (standstills === STANDSTILLS) throw unavailable('Rows of the text index were not removed');
    last = place;
    removed += step;
  }
  return removed;
}

/**
 * Removes rows that never will count: those of writers that ended without a result. Builds are read before the document
 * names those that may count, so rows of a writer that begins in between are left.
 */
export async function removeAbandonedRows({ documents, postings }: TextTables, key: IndexedDocument): Promise<void> {
  const builds = await buildsOf(postings, key);
  const index = await documents.findOne({ org_id: key.org_id, document_id: key.document_id });
  for (const build of builds)
    if (build !== index?.build && build !== index?.writing) await removeRows(postings, { ...key, build });
}
