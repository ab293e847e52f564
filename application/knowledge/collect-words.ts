import { CLAIM_LOST, CLAIM_MS, startClaimHeartbeat } from '../claim-heartbeat.ts';
import { ClaimWorker } from '../claim-worker.ts';
import type { Ids } from '../ports/ids.ts';
import type { Clock } from '../ports/clock.ts';
import type { KnowledgeDocumentRepository } from '../ports/knowledge-documents.ts';
import type { Log } from '../ports/log.ts';
import type { MigrationRecords } from '../ports/migrations.ts';
import type { IndexedDocument } from '../ports/text-index.ts';
import { sweepVectors, type SweepPorts } from './sweep-vectors.ts';
import { isoAfter } from '../../domain/expiry.ts';

interface Ports extends SweepPorts {
  /** Where a pass is: it continues there after a crash, and one process has it. */
  readonly migrationRecords: MigrationRecords;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}

/** The record of the passes. */
const PASS = 'text_postings.collected';
/** Documents looked at per step. */
const STEP = 50;
/** Time between passes, and after a failure, in ms. */
const AFTER_MS = { pass: 3_600_000, failure: 60_000 } as const;
/** Most documents remembered for `soon`. More are left to the next pass. */
const SOON_MAX = 1_000;

/** Removes stored words that belong to no document. Every API process has one. */
export interface WordCollector {
  /** Removes what the deletion of a document left. */
  soon(document: IndexedDocument): void;
  /** Begins or continues a pass when one is due. */
  wake(): void;
  tick(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Looks once an hour at every document that words are stored of. Words of documents that were deleted or failed are
 * removed: a release without a text index deleted them, or a process died before it had swept. So are words that an
 * interrupted writer left.
 */
export function wordCollector(ports: Ports): WordCollector {
  const left = new Map<string, IndexedDocument>();
  // Each piece of work takes the place of an organisation.
  const worker = new ClaimWorker(
    {
      organisations: async () => [...left.keys(), PASS],
      async serve(name, stopping) {
        const document = left.get(name);
        if (!document) return pass(ports, stopping);
        left.delete(name);
        await sweepVectors(ports, document);
        return true;
      },
      onFailure: (error) => ports.log.warn('knowledge.words_not_collected', { error }),
    },
    { total: 1, perOrganisation: 1 },
  );
  return {
    soon({ org_id, document_id }) {
      if (left.size < SOON_MAX) left.set(document_id, { org_id, document_id });
      worker.wake();
    },
    wake: () => worker.wake(),
    tick: () => worker.tick(),
    stop: () => worker.stop(),
  };
}

/** Does the pass that is due; false when none is, or another process has it. */
async function pass(ports: Ports, stopping: AbortSignal): Promise<boolean> {
  const { migrationRecords: records, clock, ids, log } = ports;
  const [owner, now] = [ids.next(), clock.now()];
  const until = new Date(now.getTime() + CLAIM_MS);
  await records.all([PASS], now.toISOString());
  const claimed = await records.claim(PASS, owner, { now: now.toISOString(), until: until.toISOString() });
  if (!claimed) return false;
  const heartbeat = startClaimHeartbeat(clock, {
    until,
    renew: (renewed) => records.renewClaim(PASS, owner, renewed),
    onFailure: (error) => log.warn('knowledge.words_not_collected', { error }),
  });
  const signal = AbortSignal.any([stopping, heartbeat.lost]);
  try {
    await steps(ports, { cursor: claimed.cursor, owner, signal });
    await records.release(PASS, owner, isoAfter(clock.now(), AFTER_MS.pass), { cursor: null });
  } catch (error) {
    if (error === CLAIM_LOST) return true;
    if (!stopping.aborted) log.warn('knowledge.words_not_collected', { error });
    await records.release(PASS, owner, stopping.aborted ? '' : isoAfter(clock.now(), AFTER_MS.failure));
  } finally {
    heartbeat.end();
  }
  return true;
}

async function steps(
  ports: Ports,
  { cursor, owner, signal }: { readonly cursor: string | null; readonly owner: string; readonly signal: AbortSignal },
): Promise<void> {
  const { textIndex, migrationRecords, clock } = ports;
  for (let last = cursor === null ? null : (JSON.parse(cursor) as IndexedDocument); ;) {
    const found = await textIndex.documents(last, STEP);
    for (const document of found) {
      signal.throwIfAborted();
      await collect(ports, document);
    }
    last = found.at(-1) ?? null;
    if (last === null || found.length < STEP) return;
    const changes = { cursor: JSON.stringify(last), updated_at: clock.now().toISOString() };
    if (!(await migrationRecords.change(PASS, owner, changes))) throw CLAIM_LOST;
  }
}

async function collect(ports: Ports, document: IndexedDocument): Promise<void> {
  const { knowledge, textIndex, log } = ports;
  const { org_id, document_id } = document;
  if (await isKept(knowledge, document)) return textIndex.removeAbandoned(org_id, document_id);
  await sweepVectors(ports, document);
  log.info('knowledge.words_collected', { org_id, document_id });
}

async function isKept(
  knowledge: KnowledgeDocumentRepository,
  { org_id, document_id }: IndexedDocument,
): Promise<boolean> {
  const known = await knowledge.find(org_id, document_id);
  return known !== null && known.status !== 'failed';
}
