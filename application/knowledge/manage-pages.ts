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
} from '../../domain/knowledge/web-page.ts';
import type { ClaimWorker } from '../claim-worker.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { KnowledgeDocumentRepository } from '../ports/knowledge-documents.ts';
import type { Log } from '../ports/log.ts';
import type { QuotaKeeper } from '../ports/quotas.ts';
import type { WebPageRepository } from '../ports/web-pages.ts';
import { withRollback } from '../rollback.ts';

interface Ports {
  readonly webPages: WebPageRepository;
  readonly knowledge: KnowledgeDocumentRepository;
  readonly quotas: QuotaKeeper;
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
    const { webPages, quotas, pageWorker, ids, clock, log } = ports;
    const documentId = ids.next();
    const now = clock.now();
    const reservation = await quotas.reserve(org_id, { kind: 'document', id: documentId, bytes: 0 });
    return withRollback(log, async (undo) => {
      undo(() => reservation.release());
      const facts = {
        document_id: documentId,
        org_id,
        original_filename: addressName(url),
        media_type: 'text/html',
      } as const;
      const document = {
        ...newDocument({ ...facts, storage_key: null, now }),
        ...{ web_page: newWebPage(url), refresh, due_at: now.toISOString(), content_version: null },
      };
      await webPages.add(document);
      await reservation.commit();
      pageWorker.wake();
      return documentView(document);
    });
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
  if (changed) return documentView(changed);
  if (!(await knowledge.find(orgId, documentId))) throw missing('Document');
  throw rejected('Only web pages are fetched again: upload the file again instead');
}
