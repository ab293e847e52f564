import { afterBatch, type MigrationState } from '../../domain/upgrades/migration.ts';
import { CLAIM_LOST, CLAIM_MS, startClaimHeartbeat } from '../claim-heartbeat.ts';
import { ClaimWorker, WORKER_STOPPED } from '../claim-worker.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { Log } from '../ports/log.ts';
import type { Migration, MigrationRecords } from '../ports/migrations.ts';
import { isoAfter } from '../../domain/expiry.ts';

interface Ports {
  readonly migrations: readonly Migration[];
  readonly migrationRecords: MigrationRecords;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}

/** One batch at a time: requests go first. */
const CONCURRENCY = { total: 1, perOrganisation: 1 };

/** Time after which a failed batch is repeated, in ms. */
const FAILED_MS = 60_000;

/** Runs the migrations of this release, in the background. */
export interface MigrationWorker {
  /** Those that are not known to be done, by name. */
  readonly pending: readonly string[];
  /** Those of them whose last batch failed, here or in another process: they are tried again every minute. */
  readonly failing: readonly string[];
  /** Looks for migrations to run, until all are done. */
  wake(): void;
  /** Runs everything that can be run now. */
  tick(): Promise<void>;
  /** Stops after the current batch. */
  stop(): Promise<void>;
}

/**
 * Runs each migration once, in batches. Every API process has a worker; a claim gives each migration to one of them. The
 * place of the next batch is stored with the claim as its condition: after a crash another process continues there.
 */
export function migrationWorker(ports: Ports): MigrationWorker {
  const names = ports.migrations.map(({ name }) => name);
  let pending: readonly string[] = names;
  let failing: readonly string[] = [];
  /** Why each failed last here: only another reason is news. */
  const reasons = new Map<string, string>();

  const look = async (): Promise<string[]> => {
    if (pending.length === 0) return [];
    const stored = await ports.migrationRecords.all(names, ports.clock.now().toISOString());
    const done = new Set(stored.filter(({ status }) => status === 'done').map(({ name }) => name));
    pending = names.filter((name) => !done.has(name));
    failing = stored.flatMap(({ name, status, error_message }) =>
      status === 'done' || error_message === null ? [] : [name],
    );
    return [...pending];
  };

  // Each migration takes the place of an organisation.
  const worker = new ClaimWorker(
    {
      organisations: look,
      serve: (name, stopping) => serve({ ...ports, reasons }, name, stopping),
      onFailure: (error) => ports.log.error('migrations.work_failed', { error }),
    },
    CONCURRENCY,
  );
  return {
    get pending() {
      return pending;
    },
    get failing() {
      return failing;
    },
    wake: () => worker.wake(),
    tick: () => worker.tick(),
    stop: () => worker.stop(),
  };
}

interface ServePorts extends Ports {
  readonly reasons: Map<string, string>;
}

async function serve(ports: ServePorts, name: string, stopping: AbortSignal): Promise<boolean> {
  const { migrationRecords, clock, ids, log } = ports;
  const migration = ports.migrations.find((each) => each.name === name);
  if (!migration) return false;
  // Each claim has its own owner id: this process may lose a claim and claim the same migration again.
  const [owner, now] = [ids.next(), clock.now()];
  const until = new Date(now.getTime() + CLAIM_MS);
  const claimed = await migrationRecords.claim(name, owner, { now: now.toISOString(), until: until.toISOString() });
  if (!claimed) return false;
  const heartbeat = startClaimHeartbeat(clock, {
    until,
    renew: (renewed) => migrationRecords.renewClaim(name, owner, renewed),
    onFailure: (error) => log.warn('migrations.claim_not_renewed', { migration: name, error }),
  });
  try {
    await run(ports, migration, { claimed, owner, signal: AbortSignal.any([stopping, heartbeat.lost]) });
  } catch (error) {
    await release(ports, name, owner, stopping.aborted ? WORKER_STOPPED : error);
  } finally {
    heartbeat.end();
  }
  return true;
}

/** A migration that this process runs as this owner. */
interface MigrationClaim {
  readonly claimed: MigrationState;
  readonly owner: string;
  /** Aborts when the process ends or the claim is lost. */
  readonly signal: AbortSignal;
}

/** Runs batches until the migration is done, and rejects when this process must not continue. */
async function run(
  { migrationRecords, clock, log }: Ports,
  migration: Migration,
  { claimed, owner, signal }: MigrationClaim,
): Promise<void> {
  const { name } = migration;
  // One that failed is only tried again.
  if (claimed.error_message === null) log.info('migrations.running', { migration: name, read: claimed.read });
  for (let state = claimed; ;) {
    signal.throwIfAborted();
    const batch = await migration.batch(state.cursor);
    const changes = afterBatch(state, batch, clock.now().toISOString());
    const stored = await migrationRecords.change(name, owner, changes);
    if (!stored) throw CLAIM_LOST;
    if (stored.status === 'done')
      return log.info('migrations.done', { migration: name, read: stored.read, changed: stored.changed });
    state = stored;
  }
}

/** Ends the claim: of a process that ends at once, after a failure until the next attempt. */
async function release(ports: ServePorts, name: string, owner: string, reason: unknown): Promise<void> {
  const { migrationRecords, clock, log, reasons } = ports;
  if (reason === CLAIM_LOST) return;
  if (reason === WORKER_STOPPED) return void (await migrationRecords.release(name, owner, ''));
  const now = clock.now();
  const message = reason instanceof Error ? reason.message : 'unknown';
  if (reasons.get(name) !== message) log.warn('migrations.failed', { migration: name, error: reason });
  reasons.set(name, message);
  const failed = { error_message: message, updated_at: now.toISOString() };
  const until = isoAfter(now, FAILED_MS);
  await migrationRecords.release(name, owner, until, failed);
}
