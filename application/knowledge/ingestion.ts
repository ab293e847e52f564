import { DomainError } from '../../domain/errors.ts';
import { mayTryAgain, tryAgainAfterMs, unusable, type KnowledgeDocument } from '../../domain/knowledge/document.ts';
import type { Ids } from '../ports/ids.ts';
import type { IngestMeter, IngestResult } from '../ports/ingest-meter.ts';
import type { ClaimedDocument, KnowledgeDocumentRepository } from '../ports/knowledge-documents.ts';
import type { Log } from '../ports/log.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';
import { ingestDocument, type IngestPorts } from './ingest-document.ts';
import { removeDocument } from './remove-document.ts';

export interface IngestionPorts extends IngestPorts {
  readonly knowledge: KnowledgeDocumentRepository;
  readonly organisations: OrganisationRepository;
  readonly ids: Ids;
  readonly log: Log;
  readonly ingestMeter: IngestMeter;
}

/** How long a claim is; it is renewed when a third of it is over. In milliseconds. */
const CLAIM_MS = 15_000;

/** Why work on a document is given up though nothing is wrong with it. */
const STOPPED = new Error('The process is ending');
const LOST = new Error('The document is gone, or another process has it');

const NEVER_ENDED = 'The document could not be processed: every try was broken off before its end.';

/**
 * Makes uploaded documents searchable, one after the other. Every process of the API has one; those of several share the
 * work by claims, and what a process that died had begun is begun again by whoever is there.
 */
export class Ingestion {
  readonly #ports: IngestionPorts;
  readonly #owner: string;
  readonly #stopping = new AbortController();
  #working: Promise<void> | null = null;
  #isPoked = false;

  constructor(ports: IngestionPorts) {
    this.#ports = ports;
    this.#owner = ports.ids.next();
  }

  /** There may be something to do. */
  poke(): void {
    this.#isPoked = true;
    this.#working ??= this.#work().finally(() => (this.#working = null));
  }

  /** Looks after everything that nobody told of: what other processes left, and what waits for another try. */
  async tick(): Promise<void> {
    this.poke();
    await this.#working;
  }

  /** Gives back what is being worked on and takes no more. */
  async stop(): Promise<void> {
    this.#stopping.abort(STOPPED);
    await this.#working;
  }

  async #work(): Promise<void> {
    try {
      while (this.#isPoked) {
        this.#isPoked = false;
        for (let next = await this.#claim(); next !== null; next = await this.#claim()) await this.#ingest(next);
      }
    } catch (error) {
      this.#ports.log.error('knowledge.ingestion_failed', { error });
    }
  }

  async #claim(): Promise<ClaimedDocument | null> {
    if (this.#stopping.signal.aborted) return null;
    const { knowledge, clock } = this.#ports;
    return knowledge.claim(this.#owner, this.#in(CLAIM_MS), clock.now().toISOString());
  }

  async #ingest({ document, attempt }: ClaimedDocument): Promise<void> {
    const { clock, ingestMeter } = this.#ports;
    const begunAt = clock.monotonic();
    if (attempt === 1) ingestMeter.begun(clock.now().getTime() - Date.parse(document.created_at));
    const held = this.#hold(document);
    let result: IngestResult = 'dropped';
    const signal = AbortSignal.any([this.#stopping.signal, held.lost]);
    try {
      const change = await this.#changeOf(document, attempt, signal);
      if (change) result = await this.#settle(document, change);
    } catch (error) {
      result = await this.#fail({ document, attempt }, signal.aborted ? signal.reason : error);
    } finally {
      held.end();
      ingestMeter.tried(result, clock.monotonic() - begunAt);
    }
  }

  /** What becomes of a document, or null when it went with its organisation. */
  async #changeOf(
    document: KnowledgeDocument,
    attempt: number,
    signal: AbortSignal,
  ): Promise<Partial<KnowledgeDocument> | null> {
    const { organisations, clock } = this.#ports;
    if (!mayTryAgain(attempt - 1)) return unusable(NEVER_ENDED, clock.now());
    if (await organisations.find(document.org_id)) return ingestDocument(this.#ports)(document, signal);
    await removeDocument(this.#ports, document);
    return null;
  }

  async #settle(
    { org_id, document_id }: KnowledgeDocument,
    change: Partial<KnowledgeDocument>,
  ): Promise<'ready' | 'failed'> {
    const { knowledge, vectors, log } = this.#ports;
    if (change.status === 'failed') await vectors.remove(org_id, document_id);
    if (!(await knowledge.settle(document_id, this.#owner, change))) throw LOST;
    log.info('knowledge.settled', { org_id, document_id, status: change.status, chunks: change.chunk_count });
    return change.status === 'failed' ? 'failed' : 'ready';
  }

  /** Sees to what is left of a try that did not end. */
  async #fail({ document, attempt }: ClaimedDocument, reason: unknown): Promise<IngestResult> {
    const { knowledge, vectors, clock, log } = this.#ports;
    const { org_id, document_id } = document;
    if (reason === STOPPED) {
      await knowledge.release(document_id, this.#owner, { until: this.#in(0), untried: true });
    } else if (reason === LOST) {
      // It was deleted meanwhile, and what was written since then belongs to nothing.
      if (!(await knowledge.find(org_id, document_id))) await vectors.remove(org_id, document_id);
    } else if (isFinal(reason) || !mayTryAgain(attempt)) {
      log.warn('knowledge.failed', { org_id, document_id, attempt, error: reason });
      return this.#settle(document, unusable(sentenceOf(reason), clock.now()));
    } else {
      log.warn('knowledge.delayed', { org_id, document_id, attempt, error: reason });
      await knowledge.release(document_id, this.#owner, { until: this.#in(tryAgainAfterMs(attempt)), untried: false });
      return 'delayed';
    }
    return 'dropped';
  }

  /** Keeps the claim on a document until `end`, and says when it was lost. */
  #hold({ document_id }: KnowledgeDocument): { readonly lost: AbortSignal; end(): void } {
    const { knowledge, clock, log } = this.#ports;
    const lost = new AbortController();
    const renew = async (): Promise<void> => {
      try {
        if (!(await knowledge.hold(document_id, this.#owner, this.#in(CLAIM_MS)))) return lost.abort(LOST);
      } catch (error) {
        log.warn('knowledge.claim_not_renewed', { document_id, error });
      }
      cancel = clock.after(CLAIM_MS / 3, () => void renew());
    };
    let cancel = clock.after(CLAIM_MS / 3, () => void renew());
    return { lost: lost.signal, end: () => cancel() };
  }

  #in(ms: number): string {
    return new Date(this.#ports.clock.now().getTime() + ms).toISOString();
  }
}

/** Whether another try would end no better: what is wrong lies in the document. */
const isFinal = (reason: unknown): boolean =>
  reason instanceof DomainError && (reason.problem === 'invalid' || reason.problem === 'rejected');

const sentenceOf = (reason: unknown): string =>
  reason instanceof DomainError ? reason.message : 'The document could not be processed.';
