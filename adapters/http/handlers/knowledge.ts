import type { KnowledgeUseCases } from '../../../application/knowledge/index.ts';
import type { RetrievalQuery } from '../../../application/knowledge/retrieve-chunks.ts';
import { attachmentDisposition, inlineDisposition } from '../../lib/attachment.ts';
import type { MediaType } from '../../../domain/knowledge/document-type.ts';
import type { NewSitemap } from '../../../domain/knowledge/sitemap.ts';
import { created, ok, type Body, type Handlers } from '../handler.ts';
import { artifactReply } from '../ranges.ts';

/** The type that browsers may show under the address of the API. Files of all others are downloads. */
const SHOWN: MediaType = 'application/pdf';
/** A page must never run with the rights of the user who opens it. */
const SENT_AS: Partial<Record<MediaType, string>> = { 'text/html': 'text/plain' };

export interface KnowledgeSettings {
  /** A document has fewer bytes than these. */
  readonly documentBytes: number;
}

export const knowledgeHandlers = (knowledge: KnowledgeUseCases, { documentBytes }: KnowledgeSettings) =>
  ({
    listDocuments: async ({ principal }) => ok(await knowledge.list(principal)),
    uploadDocument: ({ principal, upload }) =>
      upload(documentBytes, async (file) => {
        const { document_id, org_id, original_filename } = await knowledge.upload(principal, file);
        return created({ document_id, org_id, original_filename, status: 'processing' });
      }),
    addWebPage: async ({ principal }, body: Body<{ url: string; refresh?: string }>) =>
      created(await knowledge.addWebPage(principal, body)),
    addSitemap: async ({ principal }, body: Body<NewSitemap>) => created(await knowledge.addSitemap(principal, body)),
    updateDocument: async ({ principal, path }, body: Body<{ refresh: string }>) =>
      ok(await knowledge.scheduleWebPage(principal, path('document_id'), body)),
    refreshDocument: async ({ principal, path }) => ok(await knowledge.refreshWebPage(principal, path('document_id'))),
    askKnowledge: async ({ principal }, body: Body<Omit<RetrievalQuery, 'org_id'>>) =>
      ok(await knowledge.previewRetrieval(principal, body)),
    previewDocument: async ({ principal, path, range }) => {
      const { filename, mediaType, ...file } = await knowledge.preview(principal, path('document_id'));
      const reply = artifactReply(file, SENT_AS[mediaType] ?? mediaType, range);
      const disposition = mediaType === SHOWN ? inlineDisposition(filename) : attachmentDisposition(filename);
      return { ...reply, headers: { ...reply.headers, 'Content-Disposition': disposition } };
    },
    deleteDocument: async ({ principal, path }) => {
      await knowledge.delete(principal, path('document_id'));
      return ok({ deleted: true });
    },
  }) satisfies Partial<Handlers>;
