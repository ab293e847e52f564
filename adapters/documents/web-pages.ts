import type { ClaimedPage, PageChange, PageDocument, WebPageRepository } from '../../application/ports/web-pages.ts';
import { retryOnConflict } from '../../application/retry-on-conflict.ts';
import { falseOnUniqueViolation, type Collection, type DocumentStore } from './collection.ts';
import { openKnowledge, PREPARATION, shown, unprepared, type StoredKnowledgeDocument } from './knowledge-documents.ts';
import { between, type Match } from './match.ts';

type StoredPage = StoredKnowledgeDocument & PageDocument;

/** No worker for uploads claims the document, of whichever release. */
const NEVER_CLAIMED = { claimed_by: '', claimed_until: '9999-12-31T23:59:59.999Z', attempts: 0 } as const;
const UNCLAIMED = { page_owner: '', page_until: '' };

/** Pages that can be claimed: those that are due, from their moment on, and those to be prepared. */
function free(now: string, preparation: number): { due: Match<StoredPage>; unprepared: Match<StoredPage>[] } {
  const isFree = { page_until: between({ below: now }) };
  return {
    due: { due_at: between({ below: new Date(Date.parse(now) + 1).toISOString() }), ...isFree },
    unprepared: unprepared(preparation).map((each) => ({ ...each, ...isFree })),
  };
}

/** Web pages as knowledge documents, each with the claim of the worker that checks it. */
export async function documentWebPages(store: DocumentStore, preparation = PREPARATION): Promise<WebPageRepository> {
  const documents = (await openKnowledge(store)) as Collection<StoredPage>;
  const stored = ({ is_indexed, ...change }: PageChange): Partial<StoredPage> => ({
    ...change,
    ...(is_indexed !== undefined && { is_indexed: is_indexed ? preparation : 0 }),
  });
  return {
    add(document) {
      const added = { ...document, ...NEVER_CLAIMED, ...UNCLAIMED, page_attempts: 0, is_indexed: preparation };
      return falseOnUniqueViolation(documents.insert(added), 'by_id');
    },
    async organisationsWithPending(now) {
      const { due, unprepared: others } = free(now, preparation);
      const found = await Promise.all([due, ...others].map((each) => documents.tally(each, ['org_id'], 'attempts')));
      return [...new Set(found.flat().map(({ values }) => values.org_id))];
    },
    claim: (orgId, owner, until, now) => claim(documents, { orgId, owner, until, now }, preparation),
    renewClaim: async (document_id, page_owner, until) =>
      (await documents.change({ document_id, page_owner }, { page_until: until })) !== null,
    change: async (document_id, page_owner, change) =>
      (await documents.change({ document_id, page_owner }, stored(change))) !== null,
    async finishClaim({ document_id, refresh, due_at: seen }, page_owner, { due_at, ...change }) {
      const mine = { document_id, page_owner };
      const ended = { ...stored(change), ...UNCLAIMED, page_attempts: 0 };
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
    async postpone(document_id, page_owner, until) {
      await documents.change({ document_id, page_owner }, { page_owner: '', page_until: until });
    },
    async schedule(org_id, document_id, change) {
      const found = await documents.findOne({ org_id, document_id });
      if (!found?.web_page) return null;
      const changed = await documents.change({ org_id, document_id }, change);
      return changed && pageOf(changed);
    },
  };
}

/** Claims the page of an organisation that is due longest, else the oldest to be prepared. Only checks count as attempts. */
const claim = (
  documents: Collection<StoredPage>,
  { orgId, owner, until, now }: Readonly<Record<'orgId' | 'owner' | 'until' | 'now', string>>,
  preparation: number,
): Promise<ClaimedPage | null> =>
  retryOnConflict<ClaimedPage | null>(
    () => null,
    async () => {
      const { due, unprepared: others } = free(now, preparation);
      const isDue = await documents.findOne({ org_id: orgId, ...due }, { due_at: 'asc' });
      let seen = isDue;
      for (const each of others) seen ??= await documents.findOne({ org_id: orgId, ...each }, { created_at: 'asc' });
      if (!seen) return null;
      const { document_id, status, page_owner = '', page_until = '', page_attempts = 0 } = seen;
      const attempt = page_attempts + (isDue ? 1 : 0);
      const claimed = await documents.change(
        { document_id, status, page_owner, page_until, page_attempts },
        { page_owner: owner, page_until: until, page_attempts: attempt },
      );
      // Another worker claimed it first: try the next one.
      return claimed ? { document: pageOf(claimed), work: isDue ? 'check' : 'prepare', attempt } : 'again';
    },
  );

const pageOf = (stored: StoredPage): PageDocument => shown(stored) as PageDocument;
