import { unavailable } from '../../domain/errors.ts';
import { noText, toReady, toFailed, type KnowledgeDocument } from '../../domain/knowledge/document.ts';
import { typeOfMedia } from '../../domain/knowledge/document-type.ts';
import { noticeOfPages } from '../../domain/knowledge/pages-without-text.ts';
import type { Clock } from '../ports/clock.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { DocumentText } from '../ports/document-text.ts';
import type { DocumentResult } from '../ports/knowledge-documents.ts';
import { storeContent, type StorePorts } from './store-content.ts';

export interface IngestPorts extends StorePorts {
  readonly objects: ObjectStore;
  readonly documentText: DocumentText;
  readonly clock: Clock;
}

/**
 * Makes a document searchable and returns its changes. Stops when the signal aborts. Another process may be doing the
 * same under a lost claim, so nothing is removed here, and all processes write the same chunk ids.
 */
export const ingestDocument =
  (ports: IngestPorts) =>
  async (document: KnowledgeDocument, signal: AbortSignal): Promise<DocumentResult> => {
    const { documentText, clock } = ports;
    const type = typeOfMedia(document.media_type);
    const blocks = await documentText.read(await stored(ports, document), type, signal);
    const { chunkCount, model } = await storeContent(ports, document, blocks, signal);
    if (chunkCount === 0) return toFailed(noText(type), clock.now());
    const notice = noticeOfPages(blocks);
    return { ...toReady(chunkCount, model, clock.now()), ...(notice !== null && { notice }) };
  };

async function stored({ objects }: IngestPorts, { storage_key }: KnowledgeDocument): Promise<Uint8Array> {
  const object = storage_key === null ? null : await objects.open(storage_key);
  if (!object) throw unavailable('The stored file was not found');
  const file = new Uint8Array(object.size);
  let length = 0;
  for await (const part of object.bytes) {
    file.set(part, length);
    length += part.length;
  }
  return file;
}
