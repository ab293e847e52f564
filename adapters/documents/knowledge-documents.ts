import type {
  ClaimedDocument,
  DocumentResult,
  KnowledgeDocumentRepository,
} from '../../application/ports/knowledge-documents.ts';
import { retryOnConflict } from '../../application/retry-on-conflict.ts';
import { CALIBRATION_VERSION } from '../../domain/knowledge/calibration.ts';
import type { KnowledgeDocument } from '../../domain/knowledge/document.ts';
import type { Collection, DocumentStore } from './collection.ts';
import { anyOf, between, type Match } from './match.ts';
import { ANALYSER } from './text-index-tables.ts';

/** Grows with the way of indexing and that of measuring. Documents of a lower one are indexed and measured again. */
export const PREPARATION = ANALYSER + CALIBRATION_VERSION;

/** A document as it is stored, with the claims of the workers that process it. */
export interface StoredKnowledgeDocument extends Omit<KnowledgeDocument, 'media_type'> {
  /** Absent in documents from before there were types other than PDF. */
  readonly media_type?: KnowledgeDocument['media_type'];
  /** The worker that processes it, and until when. Empty when unclaimed. */
  readonly claimed_by: string;
  readonly claimed_until: string;
  readonly attempts: number;
  /** How its chunks were indexed and measured; `true` is the first way. Absent until they are. */
  readonly is_indexed?: number | true | null;
  /** The same for the worker that checks its web page. Absent in uploaded files. */
  readonly page_owner?: string;
  readonly page_until?: string;
  readonly page_attempts?: number;
}

type DocumentMatch = Match<StoredKnowledgeDocument>;

/** Matches of documents that can be claimed, in order of precedence: of uploads, and of those to be indexed. */
function free(now: string, preparation: number): { uploads: DocumentMatch[]; unindexed: DocumentMatch[] } {
  const isFree = { claimed_until: between({ below: now }) };
  return {
    uploads: [{ status: 'processing', ...isFree }],
    unindexed: unprepared(preparation).map((each) => ({ ...each, ...isFree })),
  };
}

/** Matches of `ready` documents that were not indexed and measured in this way. */
export function unprepared(preparation: number): DocumentMatch[] {
  const former = [{ is_indexed: true as const }, { is_indexed: between({ below: preparation }) }];
  return [{ is_indexed: null }, ...(preparation > 1 ? former : [])].map((each) => ({ ...each, status: 'ready' }));
}

const UNCLAIMED = { claimed_by: '', claimed_until: '' };

/** Opens the collection. */
export const openKnowledge = (store: DocumentStore): Promise<Collection<StoredKnowledgeDocument>> =>
  store.open<StoredKnowledgeDocument>({
    name: 'knowledge_documents',
    indexes: [
      { name: 'by_id', fields: ['document_id'], unique: true },
      { name: 'by_age', fields: ['org_id', 'created_at'] },
      { name: 'by_turn', fields: ['status', 'org_id', 'created_at'] },
      { name: 'by_index', fields: ['is_indexed', 'status', 'org_id', 'created_at'] },
      { name: 'by_sitemap', fields: ['org_id', 'sitemap_id'], sparse: 'sitemap_id' },
      { name: 'by_due', fields: ['due_at', 'org_id'], sparse: 'due_at' },
      { name: 'by_preparation', fields: ['is_indexed', 'status', 'org_id', 'created_at'], sparse: 'page_until' },
    ],
  });

/** Knowledge documents as documents, each with the claim of the worker that processes it. */
export async function documentKnowledge(
  store: DocumentStore,
  preparation = PREPARATION,
): Promise<KnowledgeDocumentRepository> {
  const documents = await openKnowledge(store);
  return {
    add: (document) => documents.insert({ ...document, ...UNCLAIMED, attempts: 0 }),
    async find(org_id, document_id) {
      const found = await documents.findOne({ org_id, document_id });
      return found && shown(found);
    },
    list: async (org_id) => (await documents.find({ org_id }, { sort: { created_at: 'desc' } })).map(shown),
    count: (org_id) => documents.count({ org_id }),
    async countChunks(org_id, document_id) {
      const [all, own] = await Promise.all([
        documents.tally({ org_id }, ['org_id'], 'chunk_count'),
        document_id === undefined ? null : documents.findOne({ org_id, document_id }),
      ]);
      return Math.max(0, (all[0]?.sum ?? 0) - (own?.chunk_count ?? 0));
    },
    pagesOf: async (org_id, ids) => (await documents.find({ org_id, sitemap_id: anyOf(ids) })).map(shown),
    findMany: async (org_id, ids) => (await documents.find({ org_id, document_id: anyOf(ids) })).map(shown),

    async organisationsWithPending(now, work) {
      const matches = free(now, preparation)[work];
      const found = await Promise.all(matches.map((match) => documents.tally(match, ['org_id'], 'attempts')));
      return [...new Set(found.flat().map(({ values }) => values.org_id))];
    },
    claim(orgId, owner, until, now) {
      const { uploads, unindexed } = free(now, preparation);
      const matches = [...uploads, ...unindexed].map((match) => ({ org_id: orgId, ...match }));
      return claim(documents, matches, { claimed_by: owner, claimed_until: until });
    },
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
      (await documents.change({ document_id, claimed_by }, { ...stored(change, preparation), ...UNCLAIMED })) !== null,

    remove: async (org_id, document_id) => (await documents.remove({ org_id, document_id })) > 0,
  };
}

const stored = ({ is_indexed, ...change }: DocumentResult, preparation: number): Partial<StoredKnowledgeDocument> => ({
  ...change,
  ...(is_indexed && { is_indexed: preparation }),
});

/** Claims the oldest document of the first match that has one. */
const claim = (
  documents: Collection<StoredKnowledgeDocument>,
  matches: readonly DocumentMatch[],
  claimed: Pick<StoredKnowledgeDocument, 'claimed_by' | 'claimed_until'>,
): Promise<ClaimedDocument | null> =>
  retryOnConflict<ClaimedDocument | null>(
    () => null,
    async () => {
      let seen: StoredKnowledgeDocument | null = null;
      for (const match of matches) seen ??= await documents.findOne(match, { created_at: 'asc' });
      if (!seen) return null;
      const { document_id, status, claimed_by, claimed_until, attempts } = seen;
      const changed = await documents.change(
        { document_id, status, claimed_by, claimed_until, attempts },
        { ...claimed, attempts: attempts + 1 },
      );
      // Another worker claimed it first: try the next one.
      return changed ? { document: shown(changed), attempt: changed.attempts } : 'again';
    },
  );

/** The document without claims. */
export const shown = ({
  claimed_by: _by,
  claimed_until: _until,
  attempts: _attempts,
  page_owner: _pageOwner,
  page_until: _pageUntil,
  page_attempts: _pageAttempts,
  media_type = 'application/pdf',
  is_indexed: _indexed,
  ...document
}: StoredKnowledgeDocument): KnowledgeDocument => ({ ...document, media_type });
