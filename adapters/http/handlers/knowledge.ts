import type { KnowledgeUseCases } from '../../../application/knowledge/index.ts';
import type { KnowledgeQuestion } from '../../../application/knowledge/retrieve-chunks.ts';
import { shownInPlace } from '../../lib/attachment.ts';
import { created, ok, type Handlers, type Input } from '../handler.ts';
import { artifactReply } from '../ranges.ts';

export interface KnowledgeSettings {
  /** A document has fewer bytes than these. */
  readonly pdfBytes: number;
}

export const knowledgeHandlers = (knowledge: KnowledgeUseCases, { pdfBytes }: KnowledgeSettings) =>
  ({
    listDocuments: async ({ caller }) => ok(await knowledge.list(caller)),
    uploadDocument: ({ caller, upload }) =>
      upload(pdfBytes, async (file) => {
        const { document_id, org_id, original_filename, status } = await knowledge.upload(caller, file);
        return created({ document_id, org_id, original_filename, status });
      }),
    askKnowledge: async ({ caller, body }: Input<Omit<KnowledgeQuestion, 'org_id'>>) =>
      ok({ chunks: await knowledge.ask(caller, body) }),
    previewDocument: async ({ caller, path, range }) => {
      const { filename, ...pdf } = await knowledge.preview(caller, path('document_id'));
      const reply = artifactReply(pdf, 'application/pdf', range);
      return { ...reply, headers: { ...reply.headers, 'Content-Disposition': shownInPlace(filename) } };
    },
    deleteDocument: async ({ caller, path }) => {
      await knowledge.delete(caller, path('document_id'));
      return ok({ deleted: true });
    },
  }) satisfies Handlers;
