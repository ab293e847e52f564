import { createHash } from 'node:crypto';
import type { Collection, DocumentStore } from '../../adapters/documents/collection.ts';
import { documentStoreFormat } from '../../adapters/documents/store-format.ts';
import { ConfigError } from '../../bootstrap/config.ts';
import { STORE_FORMAT } from '../../domain/upgrades/store-format.ts';
import { collections, type CopiedDocument } from './collections.ts';
import type { Count } from './count.ts';
import { showProgress, type Screen } from './progress-bar.ts';

const BATCH = 500;

/** Maps a document before it is written. */
export type DocumentMapping = (document: CopiedDocument) => CopiedDocument;

/** Copies every document that is not there yet, and then compares everything with everything. */
export async function copyDocuments(
  from: DocumentStore,
  to: DocumentStore,
  change: DocumentMapping,
  screen: Screen,
): Promise<Count[]> {
  await requireKnownFormat(from);
  const counts: Count[] = [];
  for (const definition of await collections()) {
    const [source, target] = [await from.open(definition), await to.open(definition)];
    await fill(target, changedDocuments(source, change), showProgress(screen, definition.name, await source.count({})));
    const [wanted, found] = [await summary(changedDocuments(source, change)), await summary(target.all())];
    counts.push({ what: definition.name, wanted: wanted.count, found: found.count, same: wanted.hash === found.hash });
  }
  return counts;
}

/** A newer release may have collections that this one does not know, and would leave behind. */
async function requireKnownFormat(from: DocumentStore): Promise<void> {
  const format = await (await documentStoreFormat(from))();
  if (format === null || format <= STORE_FORMAT) return;
  throw new ConfigError([
    `The source was used by a release of format ${format}, and this one knows formats up to ${STORE_FORMAT}: copy with that release`,
  ]);
}

/** Keeps documents that an interrupted copy has already written. */
async function fill(
  target: Collection<CopiedDocument>,
  documents: AsyncIterable<CopiedDocument>,
  bar: ReturnType<typeof showProgress>,
): Promise<void> {
  let batch: CopiedDocument[] = [];
  const flush = async (): Promise<void> => {
    await target.insertAll(batch);
    bar.advance(batch.length);
    batch = [];
  };
  for await (const document of documents) {
    batch.push(document);
    if (batch.length === BATCH) await flush();
  }
  await flush();
  bar.end();
}

async function* changedDocuments(
  source: Collection<CopiedDocument>,
  change: DocumentMapping,
): AsyncGenerator<CopiedDocument> {
  for await (const document of source.all()) yield change(document);
}

/** How many documents there are and what they add up to, whatever their order and the order of their fields. */
async function summary(documents: AsyncIterable<CopiedDocument>): Promise<{ count: number; hash: bigint }> {
  let [count, hash] = [0, 0n];
  for await (const document of documents) {
    count += 1;
    hash += BigInt(`0x${createHash('sha256').update(canonical(document)).digest('hex')}`);
  }
  return { count, hash };
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join()}}`;
}
