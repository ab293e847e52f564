import type { ClaimedPage, PageDocument, WebPageRepository } from '../../application/ports/web-pages.ts';
import { retryOnConflict } from '../../application/retry-on-conflict.ts';
import { falseOnUniqueViolation, type Collection, type DocumentStore } from './collection.ts';
import { openKnowledge, PREPARATION, shown, type StoredKnowledgeDocument } from './knowledge-documents.ts';
import { between } from './match.ts';

type StoredPage = StoredKnowledgeDocument & PageDocument;

/** No worker for uploads claims the document, of whichever release. */
const NEVER_CLAIMED = {
  claimed_by: '',
  claimed_until: '9999-12-31T23:59:59.999Z',
  attempts: 0,
  is_indexed: PREPARATION,
} as const;
const UNCLAIMED = { page_owner: '', page_until: '' };

/** Pages that can be claimed: a page is due from its moment on. */
const due = (now: string) => ({
  due_at: between({ below: new Date(Date.parse(now) + 1).toISOString() }),
  page_until: between({ below: now }),
});

/** Web pages as knowledge documents, each with the claim of the worker that checks it. */
export async function documentWebPages(store: DocumentStore): Promise<WebPageRepository> {
  const documents = (await openKnowledge(store)) as Collection<StoredPage>;
  return {
    add: (document) =>
      falseOnUniqueViolation(
        documents.insert({ ...document, ...NEVER_CLAIMED, ...UNCLAIMED, page_attempts: 0 }),
        'by_id',
      ),
    organisationsWithDue: async (now) =>
      (await documents.tally(due(now), ['org_id'], 'attempts')).map(({ values }) => values.org_id),
    claim: (orgId, owner, until, now) => claim(documents, { orgId, owner, until, now }),
    renewClaim: async (document_id, page_owner, until) =>
      (await documents.change({ document_id, page_owner }, { page_until: until })) !== null,
    change: async (document_id, page_owner, change) =>
      (await documents.change({ document_id, page_owner }, change)) !== null,
    async finishClaim({ document_id, refresh, due_at: seen }, page_owner, { due_at, ...change }) {
      const mine = { document_id, page_owner };
      const ended = { ...change, ...UNCLAIMED, page_attempts: 0 };
      if (due_at !== undefined && (await documents.change({ ...mine, refresh, due_at: seen }, { ...ended, due_at })))
        return true;
      return (await documents.change(mine, ended)) !== null;
    },
    async releaseClaim(document_id, page_owner) {
      const claimed = await documents.findOne({ document_id, page_owner });
      if (!claimed) return;
      const { page_attempts = 1 } = claimed;
      await documents.change({ document_id, page_owner }, { ...UNCLAIMED, page_attempts: page_attempts - 1 });
    },
    async schedule(org_id, document_id, change) {
      const found = await documents.findOne({ org_id, document_id });
      if (!found?.web_page) return null;
      const changed = await documents.change({ org_id, document_id }, change);
      return changed && pageOf(changed);
    },
  };
}

/** Claims the page of an organisation that is due longest. */
const claim = (
  documents: Collection<StoredPage>,
  { orgId, owner, until, now }: Readonly<Record<'orgId' | 'owner' | 'until' | 'now', string>>,
): Promise<ClaimedPage | null> =>
  retryOnConflict<ClaimedPage | null>(
    () => null,
    async () => {
      const seen = await documents.findOne({ org_id: orgId, ...due(now) }, { due_at: 'asc' });
      if (!seen) return null;
      const { document_id, page_owner = '', page_until = '', page_attempts = 0 } = seen;
      const claimed = await documents.change(
        { document_id, page_owner, page_until, page_attempts },
        { page_owner: owner, page_until: until, page_attempts: page_attempts + 1 },
      );
      // Another worker claimed it first: try the next one.
      return claimed ? { document: pageOf(claimed), attempt: page_attempts + 1 } : 'again';
    },
  );

const pageOf = (stored: StoredPage): PageDocument => shown(stored) as PageDocument;
