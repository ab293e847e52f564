import { removePages } from './delete-document.ts';
import type { PageJob, PagePorts } from './page-check.ts';
import { prepareStored } from './prepare-stored.ts';

/** Indexes and measures the present content of a claimed page. A sitemap has none. */
export const preparePage =
  (ports: PagePorts) =>
  async (job: PageJob): Promise<void> => {
    const { webPages } = ports;
    const { document, owner, signal } = job;
    const finish = (found: object) => webPages.finishClaim(document, owner, { ...found, is_indexed: true });
    try {
      if (document.sitemap) await finish({});
      else
        await prepareStored(ports, {
          ...{ document, signal, finish },
          release: (until) => webPages.postpone(document.document_id, owner, until),
        });
    } finally {
      await removeLeftOver(ports, job);
    }
  };

/** Removes what was stored of a page that was deleted in the meantime. */
export async function removeLeftOver(ports: PagePorts, { document }: Pick<PageJob, 'document'>): Promise<void> {
  const { knowledge, vectors, textIndex, log } = ports;
  const { org_id, document_id } = document;
  if (await knowledge.find(org_id, document_id).catch(() => document)) return;
  await Promise.all([
    vectors.remove(org_id, document_id),
    textIndex.remove(org_id, document_id),
    removePages(ports, document),
  ]).catch((error: unknown) => log.warn('knowledge.not_swept', { org_id, document_id, error }));
}
