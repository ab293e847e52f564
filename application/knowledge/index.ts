import { area } from '../area.ts';
import { previewRetrieval, retrieveChunks } from './retrieve-chunks.ts';
import { deleteDocument } from './delete-document.ts';
import { addSitemap, addWebPage, refreshWebPage, scheduleWebPage } from './manage-pages.ts';
import { listDocuments, previewDocument } from './read-documents.ts';
import { uploadDocument } from './upload-document.ts';

/** Use cases of the knowledge area. */
export const knowledgeUseCases = area({
  previewRetrieval,
  upload: uploadDocument,
  addWebPage,
  addSitemap,
  scheduleWebPage,
  refreshWebPage,
  list: listDocuments,
  preview: previewDocument,
  delete: deleteDocument,
  retrieve: retrieveChunks,
});
export type KnowledgeUseCases = ReturnType<typeof knowledgeUseCases>;
