import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { missing } from '../../domain/errors.ts';
import { documentView, type DocumentView } from '../../domain/knowledge/document-view.ts';
import { DOCUMENT_TYPES, typeOfMedia, type MediaType } from '../../domain/knowledge/document-type.ts';
import type { KnowledgeDocumentRepository } from '../ports/knowledge-documents.ts';
import type { ByteRange, ObjectStore } from '../ports/objects.ts';

/** Lists the documents of the active organisation, newest first. */
export const listDocuments =
  ({ knowledge }: { knowledge: KnowledgeDocumentRepository }) =>
  async (principal: Principal): Promise<DocumentView[]> =>
    (await knowledge.list(allow(principal, 'knowledge.read').org_id)).map(documentView);

/** A stored file with its size, not yet read. */
export interface OpenDocument {
  readonly filename: string;
  readonly mediaType: MediaType;
  readonly size: number;
  /** The bytes, entire or one range. */
  bytes(part?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
}

/** Opens a document's file for streaming. */
export const previewDocument =
  ({ knowledge, objects }: { knowledge: KnowledgeDocumentRepository; objects: ObjectStore }) =>
  async (principal: Principal, documentId: string): Promise<OpenDocument> => {
    const document = await knowledge.find(allow(principal, 'knowledge.read').org_id, documentId);
    if (!document) throw missing('Document');
    const { storage_key: key, media_type: mediaType, web_page } = document;
    // A page is named after its title, which has no ending.
    const [ending] = DOCUMENT_TYPES[typeOfMedia(mediaType)].extensions;
    const filename = document.original_filename + (web_page ? `.${ending}` : '');
    const size = key === null ? null : await objects.size(key);
    if (key === null || size === null) throw missing('File of the document');
    return {
      filename,
      mediaType,
      size,
      async bytes(part) {
        const object = await objects.open(key, part);
        if (!object) throw missing('File of the document');
        return object.bytes;
      },
    };
  };
