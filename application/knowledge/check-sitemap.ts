import { DomainError } from '../../domain/errors.ts';
import { newDocument } from '../../domain/knowledge/document.ts';
import { listedIn, SITEMAPS_MAX, SitemapPages, type Sitemap } from '../../domain/knowledge/sitemap.ts';
import { addressName, newWebPage } from '../../domain/knowledge/web-page.ts';
import { CLAIM_LOST } from '../claim-heartbeat.ts';
import { WorkPieces } from '../work-pieces.ts';
import type { PageAnswer } from '../ports/page-fetcher.ts';
import type { PageDocument } from '../ports/web-pages.ts';
import type { CheckResult, PageJob, PagePorts } from './page-check.ts';
import { removeDocument } from './delete-document.ts';

const NO_PAGES =
  'The sitemap lists no pages of its own host below the path prefix: check its address, and add it with another prefix.';

/**
 * Reads a claimed sitemap: pages that it lists become documents, and documents of pages that it lists no longer are
 * removed. Only a sitemap that was read to its end removes any.
 */
export async function readSitemap(ports: PagePorts, job: PageJob, sitemap: Sitemap): Promise<CheckResult> {
  const { webPages, knowledge, clock, log } = ports;
  const { document, owner, signal } = job;
  const { org_id, document_id } = document;
  const pages = new SitemapPages(document.web_page.url, sitemap);
  const fault = await collect(ports, job, pages);
  if (fault !== null) return fault;
  const wanted = new Set(pages.wanted);
  if (wanted.size === 0) return { kind: 'refused', problem: NO_PAGES };
  const known = (await knowledge.pagesOf(org_id, [document_id])) as PageDocument[];
  const left = known.filter(({ web_page: page }) => !wanted.has(page.url));
  for (const page of left) {
    signal.throwIfAborted();
    await removeDocument(ports, page);
  }
  for (const { web_page: page } of known) wanted.delete(page.url);
  const notice = await addPages(ports, job, [...wanted]);
  const change = {
    ...({ status: 'ready', error_message: null, notice, updated_at: clock.now().toISOString() } as const),
    sitemap: { ...sitemap, pages: pages.wanted.length, left_out: pages.leftOut },
  };
  if (!(await webPages.change(document_id, owner, change))) throw CLAIM_LOST;
  log.info('knowledge.sitemap_read', { org_id, document_id, added: wanted.size, removed: left.length });
  return { kind: 'stored' };
}

/** Reads the sitemap, and those that it lists. Answers what was wrong, or null. */
async function collect(ports: PagePorts, job: PageJob, pages: SitemapPages): Promise<CheckResult | null> {
  const { signal } = job;
  const root = await listed(ports, job, job.document.web_page.url);
  if ('kind' in root) return root;
  const add = (urls: readonly string[]) => inPieces(ports, urls, signal, (some) => pages.add(some));
  if (!root.isIndex) await add(root.urls);
  const others: string[] = [];
  if (root.isIndex)
    await inPieces(ports, root.urls, signal, (some) =>
      others.push(...some.flatMap((url) => pages.sameHost(url) ?? [])),
    );
  for (const url of others.slice(0, SITEMAPS_MAX)) {
    if (pages.isFull) break;
    const other = await listed(ports, job, url);
    if ('kind' in other) return other;
    // An index lists no other indexes, by the protocol.
    if (!other.isIndex) await add(other.urls);
  }
  return null;
}

/** Addresses that are looked at together, in a fraction of a millisecond. */
const AT_ONCE = 20;

/** Looks at many addresses, between which other requests are answered. */
async function inPieces(
  ports: PagePorts,
  urls: readonly string[],
  signal: AbortSignal,
  look: (some: readonly string[]) => void,
): Promise<void> {
  const pieces = new WorkPieces(ports);
  for (let at = 0; at < urls.length; at += AT_ONCE) {
    look(urls.slice(at, at + AT_ONCE));
    if (!pieces.isOver) continue;
    await pieces.pause();
    signal.throwIfAborted();
  }
}

type SitemapReply = ReturnType<typeof listedIn> | Exclude<PageAnswer, { readonly kind: 'content' }>;

async function listed(
  { pageFetcher, documentText }: PagePorts,
  { signal }: PageJob,
  url: string,
): Promise<SitemapReply> {
  const answer = await pageFetcher.fetch({ url, etag: null, last_modified: null, isSitemap: true }, signal);
  signal.throwIfAborted();
  if (answer.kind !== 'content') return answer;
  const { bytes, charset } = answer.content;
  return listedIn(await documentText.read(bytes, 'sitemap', signal, charset));
}

/** Adds pages, and answers why some could not be added, or null. One that another process has added stays. */
async function addPages(
  ports: PagePorts,
  { document, signal }: PageJob,
  urls: readonly string[],
): Promise<string | null> {
  const { webPages, quotas, contentDigest, clock, log } = ports;
  const { org_id, document_id: sitemap_id, refresh } = document;
  for (const [at, url] of urls.entries()) {
    signal.throwIfAborted();
    const digest = await contentDigest([{ kind: 'text', text: url, page: null }]);
    const id = `${sitemap_id}-${digest.slice(0, 16)}`;
    const now = clock.now();
    try {
      const reservation = await quotas.reserve(org_id, { kind: 'document', id, bytes: 0 });
      await webPages.add({
        ...newDocument({
          document_id: id,
          org_id,
          original_filename: addressName(url),
          media_type: 'text/html',
          storage_key: null,
          now,
        }),
        ...{ web_page: newWebPage(url), refresh, due_at: now.toISOString(), content_version: null, sitemap_id },
      });
      await reservation.commit();
    } catch (error) {
      const isQuota = error instanceof DomainError && ['limited', 'oversized'].includes(error.problem);
      if (!isQuota) throw error;
      log.warn('knowledge.pages_not_added', { org_id, document_id: sitemap_id, error });
      return `${urls.length - at} pages of the sitemap were not added: ${error.message}`;
    }
  }
  return null;
}
