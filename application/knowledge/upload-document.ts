import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { DomainError, failed } from '../../domain/errors.ts';
import { documentKey, newDocument, toFailed, type KnowledgeDocument } from '../../domain/knowledge/document.ts';
import {
  DOCUMENT_TYPES,
  HEADER_BYTES,
  requireDocumentType,
  type MediaType,
} from '../../domain/knowledge/document-type.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { KnowledgeDocumentRepository } from '../ports/knowledge-documents.ts';
import type { Log } from '../ports/log.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { QuotaKeeper, QuotaReservation } from '../ports/quotas.ts';
import { withRollback } from '../rollback.ts';
import type { ClaimWorker } from '../claim-worker.ts';

/** An uploaded file that can be read repeatedly. */
export interface UploadedDocument {
  readonly filename: string;
  readonly size: number;
  open(): AsyncIterable<Uint8Array>;
}

interface Ports {
  readonly knowledge: KnowledgeDocumentRepository;
  readonly objects: ObjectStore;
  readonly quotas: QuotaKeeper;
  readonly ingestion: Pick<ClaimWorker, 'wake'>;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Stores a file and starts processing it in the background. A file that cannot be stored is recorded as a failed
 * document. One over quota is rejected before anything is stored.
 */
export const uploadDocument =
  (ports: Ports) =>
  async (principal: Principal, file: UploadedDocument): Promise<KnowledgeDocument> => {
    const { org_id } = allow(principal, 'knowledge.write');
    const { filename, size } = file;
    const type = requireDocumentType({ filename, size, header: await headerOf(file) });
    const { mediaType } = DOCUMENT_TYPES[type];
    const documentId = ports.ids.next();
    const key = documentKey(org_id, documentId, type);
    const reservation = await ports.quotas.reserve(org_id, { kind: 'document', id: key, bytes: size }).catch(notStored);
    const facts = { document_id: documentId, org_id, original_filename: filename, media_type: mediaType };
    await store(ports, file, { key, facts, reservation });
    return withRollback(ports.log, async (undo) => {
      undo(() => reservation.release());
      undo(() => ports.objects.remove(key));
      const document = newDocument({ ...facts, storage_key: key, now: ports.clock.now() });
      await ports.knowledge.add(document);
      await reservation.commit();
      ports.ingestion.wake();
      return document;
    });
  };

interface Place {
  readonly key: string;
  readonly facts: {
    readonly document_id: string;
    readonly org_id: string;
    readonly original_filename: string;
    readonly media_type: MediaType;
  };
  readonly reservation: QuotaReservation;
}

async function store(
  { knowledge, objects, clock }: Ports,
  file: UploadedDocument,
  { key, facts, reservation }: Place,
): Promise<void> {
  try {
    await objects.put(key, file.open(), { size: file.size, contentType: facts.media_type });
  } catch (error) {
    await reservation.release();
    // Where nothing can be stored, no failed document can be either.
    if (error instanceof DomainError && error.problem === 'outage') throw error;
    const why = `The document could not be stored: ${reasonOf(error)}`;
    const document = newDocument({ ...facts, storage_key: null, now: clock.now() });
    await knowledge.add({ ...document, ...toFailed(why, clock.now()) });
    throw failed(why, { cause: error });
  }
}

/** The first bytes, enough to recognise a type. */
async function headerOf(file: UploadedDocument): Promise<string> {
  const decoder = new TextDecoder('latin1');
  let header = '';
  for await (const part of file.open()) {
    header += decoder.decode(part.subarray(0, HEADER_BYTES));
    if (header.length >= HEADER_BYTES) break;
  }
  return header.slice(0, HEADER_BYTES);
}

/** Spec: a store that does not answer is 500 here. */
function notStored(error: unknown): never {
  const isAway = error instanceof DomainError && error.problem === 'unavailable';
  throw isAway ? failed(`The document could not be stored: ${reasonOf(error)}`, { cause: error }) : error;
}

const reasonOf = (error: unknown): string =>
  error instanceof DomainError ? error.message : 'the object store refused it';
