import { newDocument, type KnowledgeDocument } from '../../../domain/knowledge/document.ts';

/** A newly uploaded document of organisation `o1`. */
export const knowledgeDocument = (more: Partial<KnowledgeDocument> = {}): KnowledgeDocument => ({
  ...newDocument({
    document_id: 'd1',
    org_id: 'o1',
    original_filename: 'Hours.pdf',
    media_type: 'application/pdf',
    storage_key: 'o1/knowledge/d1.pdf',
    now: new Date('2026-01-01T12:00:00.000Z'),
  }),
  ...more,
});
