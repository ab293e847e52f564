import { area } from '../area.ts';
import { previewRetrieval, retrieveChunks } from './retrieve-chunks.ts';
import { deleteDocument } from './delete-document.ts';
import { listDocuments, previewDocument } from './read-documents.ts';
import { uploadDocument } from './upload-document.ts';

/** Everything the outside may ask about what organisations know. */
export const knowledgeUseCases = area({
  previewRetrieval,
  upload: uploadDocument,
  list: listDocuments,
  preview: previewDocument,
  delete: deleteDocument,
  retrieve: retrieveChunks,
});
export type KnowledgeUseCases = ReturnType<typeof knowledgeUseCases>;
