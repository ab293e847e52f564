import pLimit from 'p-limit';
import type { ListedObjects } from '../../adapters/lib/listed-stores.ts';
import type { CopiedDocument } from './collections.ts';
import type { Count } from './count.ts';
import { showProgress, type Screen } from './progress-bar.ts';

const CONCURRENCY = 8;

/** What objects are, by the end of their keys: stores need not remember it. */
const TYPES: Readonly<Record<string, string>> = {
  wav: 'audio/wav',
  txt: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  html: 'text/html',
  md: 'text/markdown',
};

/** Copies every object that is not there yet with its size, and then looks whether all of them are. */
export async function copyObjects(from: ListedObjects, to: ListedObjects, screen: Screen): Promise<Count[]> {
  const keys: string[] = [];
  for await (const key of from.keys()) keys.push(key);
  const bar = showProgress(screen, 'objects', keys.length);
  await forEachKey(keys, async (key) => {
    await copyObject(from, to, key);
    bar.advance();
  });
  bar.end();
  let found = 0;
  await forEachKey(keys, async (key) => {
    if ((await to.size(key)) === (await from.size(key))) found += 1;
  });
  return [{ what: 'objects', wanted: keys.length, found, same: found === keys.length }];
}

/** Does this for every key, some at once. What fails stops all of it. */
async function forEachKey(keys: readonly string[], work: (key: string) => Promise<void>): Promise<void> {
  await pLimit(CONCURRENCY).map(keys, work);
}

async function copyObject(from: ListedObjects, to: ListedObjects, key: string): Promise<void> {
  const object = await from.open(key);
  if (!object || object.size === (await to.size(key))) return;
  const contentType = TYPES[/\.(\w+)$/.exec(key)?.[1] ?? ''] ?? 'application/octet-stream';
  await to.put(key, object.bytes, { size: object.size, contentType });
}

/** A document whose objects are elsewhere now: the locations in it lead there. Nothing else in it is touched. */
export const withMovedUrls =
  (from: string, to: string) =>
  (document: CopiedDocument): CopiedDocument =>
    Object.fromEntries(
      Object.entries(document).map(([name, value]) => {
        const isLocation = name.endsWith('_url') && typeof value === 'string' && value.startsWith(from);
        return [name, isLocation ? to + value.slice(from.length) : value];
      }),
    );
