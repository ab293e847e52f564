import type { ClaimedDocument, KnowledgeDocumentRepository } from '../../application/ports/knowledge-documents.ts';
import { retryOnConflict } from '../../application/retry-on-conflict.ts';
import type { KnowledgeDocument } from '../../domain/knowledge/document.ts';
import type { DocumentStore } from './collection.ts';
import { anyOf, between } from './match.ts';

interface StoredKnowledgeDocument extends Omit<KnowledgeDocument, 'media_type'> {
  /** Absent in documents from before there were types other than PDF. */
  readonly media_type?: KnowledgeDocument['media_type'];
  /** The worker that processes it, and until when. Empty when unclaimed. */
  readonly claimed_by: string;
  readonly claimed_until: string;
  readonly attempts: number;
}

/** Matches documents that can be claimed. */
const free = (now: string) => ({ status: 'processing', claimed_until: between({ below: now }) }) as const;

const UNCLAIMED = { claimed_by: '', claimed_until: '' };

/** Knowledge documents as documents, each with the claim of the worker that processes it. */
export async function documentKnowledge(store: DocumentStore): Promise<KnowledgeDocumentRepository> {
  const documents = await store.open<StoredKnowledgeDocument>({
    name: 'knowledge_documents',
    indexes: [
      { name: 'by_id', fields: ['document_id'], unique: true },
      { name: 'by_age', fields: ['org_id', 'created_at'] },
      { name: 'by_turn', fields: ['status', 'org_id', 'created_at'] },
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
      const found = await documents.tally(free(now), ['org_id'], 'attempts');
      return found.map(({ values }) => values.org_id);
    },
    claim: (org_id, owner, until, now) =>
      retryOnConflict<ClaimedDocument | null>(
        () => null,
        async () => {
          const seen = await documents.findOne({ org_id, ...free(now) }, { created_at: 'asc' });
          if (!seen) return null;
          const { document_id, claimed_by, claimed_until, attempts } = seen;
          const claimed = await documents.change(
            { document_id, status: 'processing', claimed_by, claimed_until, attempts },
            { claimed_by: owner, claimed_until: until, attempts: attempts + 1 },
          );
          // Another worker claimed it first: try the next one.
          return claimed ? { document: shown(claimed), attempt: claimed.attempts } : 'again';
        },
      ),
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

const shown = ({
  claimed_by: _by,
  claimed_until: _until,
  attempts: _attempts,
  media_type = 'application/pdf',
  ...document
}: StoredKnowledgeDocument): KnowledgeDocument => ({ ...document, media_type });
