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

/** So many documents are worked on at a time. */
const CONCURRENCY = 2;

/**
 * Makes uploaded documents searchable: the organisations in turns, one document of each at a time, so that nobody waits for
 * all that another one uploaded. Every process of the API has one; those of several share the work by claims, and what a
 * process that died had begun is begun again by whoever is there.
 */
export class IngestionWorker {
  readonly #ports: IngestionWorkerPorts;
  readonly #stopping = new AbortController();
  readonly #workers = new Set<Promise<void>>();
  /** The organisations that are being served, and the one that was served last. */
  readonly #served = new Set<string>();
  #last: string | null = null;
  #isWoken = false;

  constructor(ports: IngestionWorkerPorts) {
    this.#ports = ports;
  }

  /** There may be something to do: what was uploaded, what other processes left, and what waits for another try. */
  wake(): void {
    this.#isWoken = true;
    while (this.#workers.size < CONCURRENCY) {
      const worker: Promise<void> = this.#work().finally(() => this.#workers.delete(worker));
      this.#workers.add(worker);
    }
  }

  /** Does all there is to do. */
  async tick(): Promise<void> {
    this.wake();
    await Promise.all(this.#workers);
  }

  /** Gives back what is being worked on and takes no more. */
  async stop(): Promise<void> {
    this.#stopping.abort(WORKER_STOPPED);
    await Promise.all(this.#workers);
  }

  async #work(): Promise<void> {
    try {
      do {
        this.#isWoken = false;
        while (await this.#ingestNext());
        // Whoever was poked meanwhile may have looked before there was something to see.
      } while (this.#isWoken);
    } catch (error) {
      this.#ports.log.error('knowledge.ingestion_failed', { error });
    }
  }

  /** Serves the organisation whose turn it is; false when none waits that is not being served. */
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
      // Other processes were quicker.
      waiting = waiting.filter((each) => each !== orgId);
    }
  }

  async #serve(orgId: string): Promise<boolean> {
    const { knowledge, clock, ids } = this.#ports;
    // A name for each claim: this process may lose one and take the same document again.
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
      // What came of it could not be written down: the claim runs out, and it is tried again.
      log.error('knowledge.try_lost', { org_id: document.org_id, document_id: document.document_id, error });
    } finally {
      heartbeat.end();
      ingestMeter.attempted(result, clock.monotonic() - startedAt);
    }
  }
}
