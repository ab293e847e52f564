import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { missing, rejected } from '../../domain/errors.ts';
import { newDocument } from '../../domain/knowledge/document.ts';
import { documentView, type DocumentView } from '../../domain/knowledge/document-view.ts';
import {
  addressName,
  dueAfterInterval,
  newWebPage,
  parseInterval,
  parseWebPage,
  type RefreshInterval,
} from '../../domain/knowledge/web-page.ts';
import { parseSitemap, type NewSitemap, type Sitemap } from '../../domain/knowledge/sitemap.ts';
import type { ClaimWorker } from '../claim-worker.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { KnowledgeDocumentRepository } from '../ports/knowledge-documents.ts';
import type { Log } from '../ports/log.ts';
import type { OperatorServers } from '../ports/operator-servers.ts';
import type { QuotaKeeper } from '../ports/quotas.ts';
import type { WebPageRepository } from '../ports/web-pages.ts';
import { requirePublic } from '../private-servers.ts';
import { withRollback } from '../rollback.ts';

interface Ports {
  readonly webPages: WebPageRepository;
  readonly knowledge: KnowledgeDocumentRepository;
  readonly quotas: QuotaKeeper;
  readonly operatorServers: OperatorServers;
  readonly pageWorker: Pick<ClaimWorker, 'wake'>;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Log;
}

/** Adds a web page as a document, which is fetched in the background. One over quota is rejected. */
export const addWebPage =
  (ports: Ports) =>
  async (principal: Principal, wanted: { readonly url: string; readonly refresh?: string }): Promise<DocumentView> => {
    const { org_id } = allow(principal, 'knowledge.write');
    const { url, refresh } = parseWebPage(wanted);
    return add(ports, org_id, { url, refresh });
  };

/** Adds a sitemap, whose pages become documents in the background. One over quota is rejected. */
export const addSitemap =
  (ports: Ports) =>
  async (principal: Principal, wanted: NewSitemap): Promise<DocumentView> => {
    const { org_id } = allow(principal, 'knowledge.write');
    const { url, refresh, path_prefix, max_pages } = parseSitemap(wanted);
    return add(ports, org_id, { url, refresh, sitemap: { path_prefix, max_pages, pages: 0, left_out: 0 } });
  };

/** Changes how often a page is checked automatically. */
export const scheduleWebPage =
  (ports: Ports) =>
  async (principal: Principal, documentId: string, change: { readonly refresh: string }): Promise<DocumentView> => {
    const { org_id } = allow(principal, 'knowledge.write');
    const refresh = parseInterval(change.refresh);
    return scheduled(ports, org_id, documentId, { refresh, due_at: dueAfterInterval(refresh, ports.clock.now()) });
  };

/** Checks a page now, in the background. */
export const refreshWebPage =
  (ports: Ports) =>
  async (principal: Principal, documentId: string): Promise<DocumentView> => {
    const { org_id } = allow(principal, 'knowledge.write');
    const now = ports.clock.now().toISOString();
    const document = await scheduled(ports, org_id, documentId, { due_at: now });
    ports.pageWorker.wake();
    return document;
  };

async function scheduled(
  { webPages, knowledge }: Ports,
  orgId: string,
  documentId: string,
  change: Parameters<WebPageRepository['schedule']>[2],
): Promise<DocumentView> {
  const changed = await webPages.schedule(orgId, documentId, change);
  if (changed) {
    const pages = changed.sitemap ? await knowledge.pagesOf(orgId, [documentId]) : [];
    for (const { document_id } of pages) await webPages.schedule(orgId, document_id, change);
    return documentView(changed);
  }
  if (!(await knowledge.find(orgId, documentId))) throw missing('Document');
  throw rejected('Only web pages are fetched again: upload the file again instead');
}

async function add(
  { webPages, quotas, operatorServers, pageWorker, ids, clock, log }: Ports,
  orgId: string,
  { url, ...more }: { readonly url: string; readonly refresh: RefreshInterval; readonly sitemap?: Sitemap },
): Promise<DocumentView> {
  requirePublic(operatorServers, url, 'url');
  const documentId = ids.next();
  const now = clock.now();
  const reservation = await quotas.reserve(orgId, { kind: 'document', id: documentId, bytes: 0 });
  return withRollback(log, async (undo) => {
    undo(() => reservation.release());
    const facts = {
      document_id: documentId,
      org_id: orgId,
      original_filename: addressName(url),
      media_type: 'text/html',
    } as const;
    const document = {
      ...newDocument({ ...facts, storage_key: null, now }),
      ...{ web_page: newWebPage(url), ...more, due_at: now.toISOString(), content_version: null },
    };
    await webPages.add(document);
    await reservation.commit();
    pageWorker.wake();
    return documentView(document);
  });
}
