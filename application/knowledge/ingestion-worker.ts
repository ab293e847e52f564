import { nextRoundRobin } from '../../domain/knowledge/round-robin.ts';
import type { Ids } from '../ports/ids.ts';
import type { IngestMeter, IngestResult } from '../ports/meters.ts';
import type { ClaimedDocument } from '../ports/knowledge-documents.ts';
import { CLAIM_MS, startClaimHeartbeat, type DocumentClaim } from './claim-heartbeat.ts';
import { WORKER_STOPPED, processDocument, type ProcessPorts } from './process-document.ts';

export interface IngestionWorkerPorts extends ProcessPorts {
  readonly ids: Ids;
  readonly ingestMeter: IngestMeter;
}

/** Documents processed concurrently. */
const CONCURRENCY = 2;

/**
 * Makes uploaded documents searchable. Organisations are served round robin, one document each at a time, so that a
 * large upload does not delay others. Every API process has one worker; they share the work by claims, and a crashed
 * process's documents are processed again.
 */
export class IngestionWorker {
  readonly #ports: IngestionWorkerPorts;
  readonly #stopping = new AbortController();
  readonly #workers = new Set<Promise<void>>();
  /** The organisations being served, and the last one served. */
  readonly #served = new Set<string>();
  #last: string | null = null;
  #isWoken = false;

  constructor(ports: IngestionWorkerPorts) {
    this.#ports = ports;
  }

  /** Notifies the worker of possible work: uploads, documents other processes left, and retries that are due. */
  wake(): void {
    this.#isWoken = true;
    while (this.#workers.size < CONCURRENCY) {
      const worker: Promise<void> = this.#work().finally(() => this.#workers.delete(worker));
      this.#workers.add(worker);
    }
  }

  /** Processes all pending documents. */
  async tick(): Promise<void> {
    this.wake();
    await Promise.all(this.#workers);
  }

  /** Releases the documents in progress and takes no more. */
  async stop(): Promise<void> {
    this.#stopping.abort(WORKER_STOPPED);
    await Promise.all(this.#workers);
  }

  async #work(): Promise<void> {
    try {
      do {
        this.#isWoken = false;
        while (await this.#ingestNext());
        // A wake during the pass may have come after its last read.
      } while (this.#isWoken);
    } catch (error) {
      this.#ports.log.error('knowledge.ingestion_failed', { error });
    }
  }

  /** Serves the next organisation; false when no unserved one is pending. */
  async #ingestNext(): Promise<boolean> {
    const { knowledge, clock } = this.#ports;
    let waiting = await knowledge.organisationsWithPending(clock.now().toISOString());
    for (;;) {
      waiting = waiting.filter((orgId) => !this.#served.has(orgId));
      const orgId = nextRoundRobin(waiting, this.#last);
      if (orgId === undefined || this.#stopping.signal.aborted) return false;
      this.#served.add(orgId);
      this.#last = orgId;
      try {
        if (await this.#serve(orgId)) return true;
      } finally {
        this.#served.delete(orgId);
      }
      // Another process claimed its documents.
      waiting = waiting.filter((each) => each !== orgId);
    }
  }

  async #serve(orgId: string): Promise<boolean> {
    const { knowledge, clock, ids } = this.#ports;
    // Each claim has its own owner id: this process may lose a claim and claim the same document again.
    const [owner, now] = [ids.next(), clock.now()];
    const until = new Date(now.getTime() + CLAIM_MS);
    const claimed = await knowledge.claim(orgId, owner, until.toISOString(), now.toISOString());
    if (claimed) await this.#ingest(claimed, { documentId: claimed.document.document_id, owner, until });
    return claimed !== null;
  }

  async #ingest(claimed: ClaimedDocument, claim: DocumentClaim): Promise<void> {
    const { clock, ingestMeter, log } = this.#ports;
    const { document, attempt } = claimed;
    const startedAt = clock.monotonic();
    if (attempt === 1) ingestMeter.started(Math.max(0, clock.now().getTime() - Date.parse(document.created_at)));
    const heartbeat = startClaimHeartbeat(this.#ports, claim);
    const signal = AbortSignal.any([this.#stopping.signal, heartbeat.lost]);
    let result: IngestResult = 'dropped';
    try {
      result = await processDocument(this.#ports)({ ...claimed, owner: claim.owner, signal });
    } catch (error) {
      // The result was not stored: the claim expires and the document is processed again.
      log.error('knowledge.processing_failed', { org_id: document.org_id, document_id: document.document_id, error });
    } finally {
      heartbeat.end();
      ingestMeter.attempted(result, clock.monotonic() - startedAt);
    }
  }
}
