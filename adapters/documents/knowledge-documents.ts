import type { ClaimedDocument, KnowledgeDocumentRepository } from '../../application/ports/knowledge-documents.ts';
import { retryOnConflict } from '../../application/retry-on-conflict.ts';
import type { KnowledgeDocument } from '../../domain/knowledge/document.ts';
import type { Collection, DocumentStore } from './collection.ts';
import { anyOf, between, type Match } from './match.ts';

interface StoredKnowledgeDocument extends Omit<KnowledgeDocument, 'media_type'> {
  /** Absent in documents from before there were types other than PDF. */
  readonly media_type?: KnowledgeDocument['media_type'];
  /** The worker that processes it, and until when. Empty when unclaimed. */
  readonly claimed_by: string;
  readonly claimed_until: string;
  readonly attempts: number;
  /** Absent until its chunks are in the text index. */
  readonly is_indexed?: true | null;
}

/** Matches of documents that can be claimed, in order of precedence. */
function free(now: string): readonly Match<StoredKnowledgeDocument>[] {
  const isFree = { claimed_until: between({ below: now }) };
  return [
    { status: 'processing', ...isFree },
    { status: 'ready', is_indexed: null, ...isFree },
  ];
}

const UNCLAIMED = { claimed_by: '', claimed_until: '' };

/** Knowledge documents as documents, each with the claim of the worker that processes it. */
export async function documentKnowledge(store: DocumentStore): Promise<KnowledgeDocumentRepository> {
  const documents = await store.open<StoredKnowledgeDocument>({
    name: 'knowledge_documents',
    indexes: [
      { name: 'by_id', fields: ['document_id'], unique: true },
      { name: 'by_age', fields: ['org_id', 'created_at'] },
      { name: 'by_turn', fields: ['status', 'org_id', 'created_at'] },
      { name: 'by_index', fields: ['is_indexed', 'status', 'org_id', 'created_at'] },
    ],
  });

  return {
    add: (document) => documents.insert({ ...document, ...UNCLAIMED, attempts: 0 }),
    async find(org_id, document_id) {
      const found = await documents.findOne({ org_id, document_id });
      return found && shown(found);
    },
    list: async (org_id) => (await documents.find({ org_id }, { sort: { created_at: 'desc' } })).map(shown),
    count: (org_id) => documents.count({ org_id }),
    findMany: async (org_id, ids) => (await documents.find({ org_id, document_id: anyOf(ids) })).map(shown),

    async organisationsWithPending(now) {
      const found = await Promise.all(free(now).map((match) => documents.tally(match, ['org_id'], 'attempts')));
      return [...new Set(found.flat().map(({ values }) => values.org_id))];
    },
    claim: (orgId, owner, until, now) => claim(documents, { orgId, owner, until, now }),
    renewClaim: async (document_id, claimed_by, until) =>
      (await documents.change({ document_id, claimed_by }, { claimed_until: until })) !== null,
    async releaseClaim(document_id, claimed_by, { until, untried }) {
      const claimed = await documents.findOne({ document_id, claimed_by });
      if (!claimed) return;
      const { attempts } = claimed;
      const unclaimed = { claimed_by: '', claimed_until: until, attempts: untried ? attempts - 1 : attempts };
      await documents.change({ document_id, claimed_by, attempts }, unclaimed);
    },
    finishClaim: async (document_id, claimed_by, change) =>
      (await documents.change({ document_id, claimed_by }, { ...change, ...UNCLAIMED })) !== null,

    remove: async (org_id, document_id) => (await documents.remove({ org_id, document_id })) > 0,
  };
}

/** Claims the oldest document of an organisation that can be claimed. */
const claim = (
  documents: Collection<StoredKnowledgeDocument>,
  { orgId, owner, until, now }: Readonly<Record<'orgId' | 'owner' | 'until' | 'now', string>>,
): Promise<ClaimedDocument | null> =>
  retryOnConflict<ClaimedDocument | null>(
    () => null,
    async () => {
      const [first, second] = free(now).map((match) => ({ org_id: orgId, ...match }));
      const oldest = { created_at: 'asc' } as const;
      const seen = (await documents.findOne(first!, oldest)) ?? (await documents.findOne(second!, oldest));
      if (!seen) return null;
      const { document_id, status, claimed_by, claimed_until, attempts } = seen;
      const claimed = await documents.change(
        { document_id, status, claimed_by, claimed_until, attempts },
        { claimed_by: owner, claimed_until: until, attempts: attempts + 1 },
      );
      // Another worker claimed it first: try the next one.
      return claimed ? { document: shown(claimed), attempt: claimed.attempts } : 'again';
    },
  );

const shown = ({
  claimed_by: _by,
  claimed_until: _until,
  attempts: _attempts,
  media_type = 'application/pdf',
  is_indexed: _indexed,
  ...document
}: StoredKnowledgeDocument): KnowledgeDocument => ({ ...document, media_type });
