import type { Ids } from '../ports/ids.ts';
import type { IngestMeter, IngestResult } from '../ports/ingest-meter.ts';
import type { ClaimedDocument } from '../ports/knowledge-documents.ts';
import { CLAIM_MS, holdClaim, type Claim } from './hold-claim.ts';
import { STOPPED, tryDocument, type TryPorts } from './try-document.ts';

export interface IngestionPorts extends TryPorts {
  readonly ids: Ids;
  readonly ingestMeter: IngestMeter;
}

/**
 * Makes uploaded documents searchable, one after the other. Every process of the API has one; those of several share the
 * work by claims, and what a process that died had begun is begun again by whoever is there.
 */
export class Ingestion {
  readonly #ports: IngestionPorts;
  readonly #stopping = new AbortController();
  #working: Promise<void> | null = null;
  #isPoked = false;

  constructor(ports: IngestionPorts) {
    this.#ports = ports;
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
        while (await this.#ingestNext());
      }
    } catch (error) {
      this.#ports.log.error('knowledge.ingestion_failed', { error });
    }
  }

  /** Whether there was something to do. */
  async #ingestNext(): Promise<boolean> {
    if (this.#stopping.signal.aborted) return false;
    const { knowledge, clock, ids } = this.#ports;
    // A name for each claim: this process may lose one and take the same document again.
    const [owner, now] = [ids.next(), clock.now()];
    const until = new Date(now.getTime() + CLAIM_MS);
    const claimed = await knowledge.claim(owner, until.toISOString(), now.toISOString());
    if (claimed) await this.#ingest(claimed, { documentId: claimed.document.document_id, owner, until });
    return claimed !== null;
  }

  async #ingest(claimed: ClaimedDocument, claim: Claim): Promise<void> {
    const { clock, ingestMeter, log } = this.#ports;
    const { document, attempt } = claimed;
    const begunAt = clock.monotonic();
    if (attempt === 1) ingestMeter.begun(clock.now().getTime() - Date.parse(document.created_at));
    const held = holdClaim(this.#ports, claim);
    const signal = AbortSignal.any([this.#stopping.signal, held.lost]);
    let result: IngestResult = 'dropped';
    try {
      result = await tryDocument(this.#ports)({ ...claimed, owner: claim.owner, signal });
    } catch (error) {
      // What came of it could not be written down: the claim runs out, and it is tried again.
      log.error('knowledge.try_lost', { org_id: document.org_id, document_id: document.document_id, error });
    } finally {
      held.end();
      ingestMeter.tried(result, clock.monotonic() - begunAt);
    }
  }
}
