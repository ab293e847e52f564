import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { missing } from '../../domain/errors.ts';
import type { KnowledgeDocument } from '../../domain/knowledge/document.ts';
import type { MediaType } from '../../domain/knowledge/document-type.ts';
import type { KnowledgeDocumentRepository } from '../ports/knowledge-documents.ts';
import type { ByteRange, ObjectStore } from '../ports/objects.ts';

/** Lists the documents of the active organisation, newest first. */
export const listDocuments =
  ({ knowledge }: { knowledge: KnowledgeDocumentRepository }) =>
  async (principal: Principal): Promise<KnowledgeDocument[]> =>
    knowledge.list(allow(principal, 'knowledge.read').org_id);

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
    const { storage_key: key, original_filename: filename, media_type: mediaType } = document;
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
