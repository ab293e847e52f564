import { systemClock } from '../../adapters/system/clock.ts';
import { hmacObjectLinks } from '../../adapters/lib/object-links.ts';
import type { Log } from '../../application/ports/log.ts';
import { openDocuments, openObjects, openVectors } from '../../bootstrap/stores.ts';
import type { Count } from './count.ts';
import { copyDocuments } from './documents.ts';
import { copyObjects, withMovedUrls } from './objects.ts';
import type { CopyCommand, StoreUrls } from './options.ts';
import type { Screen } from './progress-bar.ts';
import { copyVectors } from './vectors.ts';

/**
 * Copies an installation: objects and vectors first, then the documents that refer to them. Existing data is not
 * changed or removed, so an interrupted copy can be restarted. Returns the verification results.
 */
export async function copy(command: CopyCommand, log: Log, screen: Screen): Promise<Count[]> {
  const from = await open(command.from, log);
  try {
    const to = await open(command.to, log);
    try {
      await Promise.all([from.documents.ping(), to.documents.ping()]);
      const source = { objects: command.from.objectsUrl, vectors: command.from.vectorsUrl };
      const objects =
        source.objects === command.to.objectsUrl ? [] : await copyObjects(from.objects, to.objects, screen);
      const vectors =
        source.vectors === command.to.vectorsUrl ? [] : await copyVectors(from.vectors, to.vectors, screen);
      const change = withMovedUrls(from.objects.root, to.objects.root);
      return [...(await copyDocuments(from.documents, to.documents, change, screen)), ...objects, ...vectors];
    } finally {
      await close(to);
    }
  } finally {
    await close(from);
  }
}

type Stores = Awaited<ReturnType<typeof open>>;

async function open({ documentsUrl, objectsUrl, bucket, vectorsUrl }: StoreUrls, log: Log) {
  // A copy creates no links.
  const links = hmacObjectLinks({ secret: '', path: '/' }, systemClock());
  const objects = await openObjects(objectsUrl, bucket, links);
  const vectors = await openVectors(vectorsUrl);
  return { objects, vectors, documents: await openDocuments(documentsUrl, log) };
}

async function close({ documents, vectors }: Stores): Promise<void> {
  await vectors.close();
  await documents.close();
}
