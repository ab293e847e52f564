import { QuotaExceeded } from '../../domain/accounts/quotas.ts';
import { DomainError } from '../../domain/errors.ts';
import { mayTryAgain, tryAgainAfterMs, toFailed } from '../../domain/knowledge/document.ts';
import { CLAIM_LOST } from '../claim-heartbeat.ts';
import { WORKER_STOPPED } from '../claim-worker.ts';
import type { IngestResult } from '../ports/meters.ts';
import type { ClaimedDocument, DocumentResult, KnowledgeDocumentRepository } from '../ports/knowledge-documents.ts';
import type { Log } from '../ports/log.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';
import { ingestDocument, type IngestPorts } from './ingest-document.ts';
import { sweepVectors } from './sweep-vectors.ts';
import { isoAfter } from '../../domain/expiry.ts';

export interface ProcessPorts extends IngestPorts {
  readonly knowledge: KnowledgeDocumentRepository;
  readonly organisations: OrganisationRepository;
  readonly log: Log;
}

const ALWAYS_INTERRUPTED = 'The document could not be processed: every attempt was interrupted.';
const NO_ORGANISATION = 'The document was not processed: its organisation was deleted.';

/** A document claimed by this worker. */
export interface DocumentJob extends ClaimedDocument {
  readonly owner: string;
  /** Aborts with `CLAIM_LOST` or `WORKER_STOPPED`. */
  readonly signal: AbortSignal;
}

/**
 * Processes a document and stores the result if the claim still holds. Afterwards only vectors that belong to the
 * document remain.
 */
export const processDocument =
  (ports: ProcessPorts) =>
  async (job: DocumentJob): Promise<IngestResult> => {
    const { log } = ports;
    const { document, signal } = job;
    try {
      return await finish(ports, job, await changeOf(ports, job));
    } catch (error) {
      return await releaseOrFail(ports, job, signal.aborted ? signal.reason : error);
    } finally {
      await sweepVectors(ports, document).catch((error: unknown) =>
        log.warn('knowledge.not_swept', { org_id: document.org_id, document_id: document.document_id, error }),
      );
    }
  };

/** The changes to a document. A document of a deleted organisation is kept but not embedded, which could cost money. */
async function changeOf(ports: ProcessPorts, { document, attempt, signal }: DocumentJob): Promise<DocumentResult> {
  if (!mayTryAgain(attempt - 1)) return toFailed(ALWAYS_INTERRUPTED, ports.clock.now());
  if (!(await ports.organisations.find(document.org_id))) return toFailed(NO_ORGANISATION, ports.clock.now());
  return ingestDocument(ports)(document, signal);
}

async function finish(
  { knowledge, log }: ProcessPorts,
  { document: { org_id, document_id }, owner }: DocumentJob,
  change: DocumentResult,
): Promise<IngestResult> {
  if (!(await knowledge.finishClaim(document_id, owner, change))) return 'dropped';
  log.info('knowledge.processed', { org_id, document_id, status: change.status, chunks: change.chunk_count });
  return change.status === 'failed' ? 'failed' : 'ready';
}

/** Handles a failed or interrupted attempt: releases the document for another, or marks it as failed. */
async function releaseOrFail(ports: ProcessPorts, job: DocumentJob, reason: unknown): Promise<IngestResult> {
  const { knowledge, clock, log } = ports;
  const { document, attempt, owner } = job;
  const { org_id, document_id } = document;
  const release = async (afterMs: number, untried: boolean): Promise<void> => {
    const until = isoAfter(clock.now(), afterMs);
    await knowledge.releaseClaim(document_id, owner, { until, untried });
  };
  if (reason === CLAIM_LOST) return 'dropped';
  if (reason === WORKER_STOPPED) {
    await release(0, true);
    return 'dropped';
  }
  if (isFinal(reason) || !mayTryAgain(attempt)) {
    log.warn('knowledge.failed', { org_id, document_id, attempt, error: reason });
    return finish(ports, job, toFailed(messageOf(reason), clock.now()));
  }
  log.warn('knowledge.delayed', { org_id, document_id, attempt, error: reason });
  await release(tryAgainAfterMs(attempt), false);
  return 'delayed';
}

/** Whether the document itself is at fault, or too much, so that another attempt would fail as well. */
const isFinal = (reason: unknown): boolean =>
  reason instanceof QuotaExceeded ||
  (reason instanceof DomainError && (reason.problem === 'invalid' || reason.problem === 'rejected'));

const messageOf = (reason: unknown): string =>
  reason instanceof DomainError ? reason.message : 'The document could not be processed.';
