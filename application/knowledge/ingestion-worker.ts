import { CLAIM_MS, startClaimHeartbeat } from '../claim-heartbeat.ts';
import { ClaimWorker } from '../claim-worker.ts';
import type { Ids } from '../ports/ids.ts';
import type { IngestMeter, IngestResult } from '../ports/meters.ts';
import type { ClaimedDocument, DocumentWork } from '../ports/knowledge-documents.ts';
import { indexStored } from './index-stored.ts';
import { processDocument, type DocumentJob, type ProcessPorts } from './process-document.ts';

export interface IngestionWorkerPorts extends ProcessPorts {
  readonly ids: Ids;
  readonly ingestMeter: IngestMeter;
}

/** Documents processed concurrently. */
const CONCURRENCY = { total: 2, perOrganisation: 1 };

/** How long the organisations with documents to index are remembered, in ms: there may be many to look through. */
const BACKLOG_MS = 10_000;

/**
 * Makes uploaded documents searchable, one document of an organisation at a time, so that a large upload does not delay
 * others. While no upload waits, adds documents of earlier versions to the text index. Every API process has one worker.
 */
export function ingestionWorker(ports: IngestionWorkerPorts): ClaimWorker {
  const { knowledge, clock, log } = ports;
  let backlog = new Set<string>();
  let readAt = -Infinity;
  const pending = (kind: DocumentWork) => knowledge.organisationsWithPending(clock.now().toISOString(), kind);
  return new ClaimWorker(
    {
      async organisations() {
        const uploads = await pending('uploads');
        if (uploads.length > 0) return uploads;
        if (clock.monotonic() - readAt >= BACKLOG_MS) {
          readAt = clock.monotonic();
          backlog = new Set(await pending('unindexed'));
        }
        return [...backlog];
      },
      async serve(orgId, stopping) {
        const isServed = await serve(ports, orgId, stopping);
        if (!isServed) backlog.delete(orgId);
        return isServed;
      },
      onFailure: (error) => log.error('knowledge.ingestion_failed', { error }),
    },
    CONCURRENCY,
  );
}

async function serve(ports: IngestionWorkerPorts, orgId: string, stopping: AbortSignal): Promise<boolean> {
  const { knowledge, clock, ids } = ports;
  // Each claim has its own owner id: this process may lose a claim and claim the same document again.
  const [owner, now] = [ids.next(), clock.now()];
  const until = new Date(now.getTime() + CLAIM_MS);
  const claimed = await knowledge.claim(orgId, owner, until.toISOString(), now.toISOString());
  if (claimed) await work(ports, claimed, { owner, until }, stopping);
  return claimed !== null;
}

async function work(
  ports: IngestionWorkerPorts,
  claimed: ClaimedDocument,
  { owner, until }: { readonly owner: string; readonly until: Date },
  stopping: AbortSignal,
): Promise<void> {
  const { knowledge, clock, log } = ports;
  const { document_id, org_id, status } = claimed.document;
  const heartbeat = startClaimHeartbeat(clock, {
    until,
    renew: (renewed) => knowledge.renewClaim(document_id, owner, renewed),
    onFailure: (error) => log.warn('knowledge.claim_not_renewed', { document_id, error }),
  });
  const job = { ...claimed, owner, signal: AbortSignal.any([stopping, heartbeat.lost]) };
  try {
    await (status === 'ready' ? indexStored(ports)(job) : ingest(ports, job));
  } catch (error) {
    // The result was not stored: the claim expires and the document is claimed again.
    log.error('knowledge.processing_failed', { org_id, document_id, error });
  } finally {
    heartbeat.end();
  }
}

async function ingest(ports: IngestionWorkerPorts, job: DocumentJob): Promise<void> {
  const { clock, ingestMeter } = ports;
  const startedAt = clock.monotonic();
  if (job.attempt === 1) ingestMeter.started(Math.max(0, clock.now().getTime() - Date.parse(job.document.created_at)));
  let result: IngestResult = 'dropped';
  try {
    result = await processDocument(ports)(job);
  } finally {
    ingestMeter.attempted(result, clock.monotonic() - startedAt);
  }
}
