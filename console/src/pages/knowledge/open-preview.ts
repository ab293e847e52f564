import { answered, api } from '../../api.ts';
import { saveBlob } from '../../parts/save-blob.ts';
import { isShown, type Document } from './document.ts';

/** Shows a PDF in a tab of its own, at this page where the browser can do that. Where the browser opens none, and for other files, it is downloaded. */
export async function openPreview(document: Document, page: number | null = null): Promise<void> {
  const { document_id, original_filename } = document;
  const params = { path: { document_id } };
  const request = api.GET('/api/v1/knowledge/{document_id}/preview', { params, parseAs: 'blob' });
  const file = await answered<Blob>(request);
  if (!isShown(document)) return saveBlob(file, original_filename);
  // The address lives as long as this page: the tab may be reloaded.
  const url = URL.createObjectURL(file);
  if (!window.open(page === null ? url : `${url}#page=${page}`, '_blank')) saveBlob(file, original_filename);
}
