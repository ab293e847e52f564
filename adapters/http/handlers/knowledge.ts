import type { KnowledgeUseCases } from '../../../application/knowledge/index.ts';
import type { RetrievalQuery } from '../../../application/knowledge/retrieve-chunks.ts';
import { inlineDisposition } from '../../lib/attachment.ts';
import { created, ok, type Body, type Handlers } from '../handler.ts';
import { artifactReply } from '../ranges.ts';

export interface KnowledgeSettings {
  /** A document has fewer bytes than these. */
  readonly pdfBytes: number;
}

export const knowledgeHandlers = (knowledge: KnowledgeUseCases, { pdfBytes }: KnowledgeSettings) =>
  ({
    listDocuments: async ({ principal }) => ok(await knowledge.list(principal)),
    uploadDocument: ({ principal, upload }) =>
      upload(pdfBytes, async (file) => {
        const { document_id, org_id, original_filename } = await knowledge.upload(principal, file);
        return created({ document_id, org_id, original_filename, status: 'processing' });
      }),
    askKnowledge: async ({ principal }, body: Body<Omit<RetrievalQuery, 'org_id'>>) =>
      ok({ chunks: await knowledge.previewRetrieval(principal, body) }),
    previewDocument: async ({ principal, path, range }) => {
      const { filename, ...pdf } = await knowledge.preview(principal, path('document_id'));
      const reply = artifactReply(pdf, 'application/pdf', range);
      return { ...reply, headers: { ...reply.headers, 'Content-Disposition': inlineDisposition(filename) } };
    },
    deleteDocument: async ({ principal, path }) => {
      await knowledge.delete(principal, path('document_id'));
      return ok({ deleted: true });
    },
  }) satisfies Partial<Handlers>;
