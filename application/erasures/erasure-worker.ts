import { FAILED_PASS_MS, NEXT_PASS_MS, type ErasedKind, type Erasure } from '../../domain/erasures/erasure.ts';
import { CLAIM_LOST, CLAIM_MS, startClaimHeartbeat } from '../claim-heartbeat.ts';
import { ClaimWorker, WORKER_STOPPED } from '../claim-worker.ts';
import type { ClaimedErasure, ErasureProgress, ErasureRepository } from '../ports/erasures.ts';
import type { Ids } from '../ports/ids.ts';
import type { Log } from '../ports/log.ts';
import { eraseNumber, type NumberPorts } from './erase-number.ts';
import { eraseOrganisation, type OrganisationPorts } from './erase-organisation.ts';
import { isoAfter } from '../../domain/expiry.ts';

interface Ports extends NumberPorts, OrganisationPorts {
  readonly erasures: ErasureRepository;
  readonly ids: Ids;
  readonly log: Log;
}

/** Erasures in progress in a process. Those of an organisation run one after another. */
const CONCURRENCY = { total: 2, perOrganisation: 1 };

/** Interval at which the progress of a pass is stored, in ms. */
const STORED_EVERY_MS = 1_000;

/**
 * Runs requested erasures in passes, until a pass finds nothing. Every step is idempotent: after a crash another process
 * repeats the pass when the claim expires. Every API process has one worker.
 */
export const erasureWorker = (ports: Ports): ClaimWorker =>
  new ClaimWorker(
    {
      organisations: () => ports.erasures.organisationsWithPending(ports.clock.now().toISOString()),
      serve: (orgId, stopping) => serve(ports, orgId, stopping),
      onFailure: (error) => ports.log.error('erasures.work_failed', { error }),
    },
    CONCURRENCY,
  );

async function serve(ports: Ports, orgId: string, stopping: AbortSignal): Promise<boolean> {
  const { erasures, clock, ids, log } = ports;
  // Each claim has its own owner id: this process may lose a claim and claim the same erasure again.
  const [owner, now] = [ids.next(), clock.now()];
  const until = new Date(now.getTime() + CLAIM_MS);
  const claimed = await erasures.claim(orgId, owner, { now: now.toISOString(), until: until.toISOString() });
  if (!claimed) return false;
  const { erasure_id, org_id } = claimed.erasure;
  const heartbeat = startClaimHeartbeat(clock, {
    until,
    renew: (renewed) => erasures.renewClaim(erasure_id, owner, renewed),
    onFailure: (error) => log.warn('erasures.claim_not_renewed', { org_id, erasure_id, error }),
  });
  const pass = new Pass(ports, claimed, owner, AbortSignal.any([stopping, heartbeat.lost]));
  try {
    await pass.run();
  } catch (error) {
    // The claim expires and the pass is repeated.
    log.error('erasures.pass_not_stored', { org_id, erasure_id, error });
  } finally {
    heartbeat.end();
  }
  return true;
}

/** One pass of a claimed erasure. */
class Pass implements ErasureProgress {
  readonly #ports: Ports;
  readonly #claimed: ClaimedErasure;
  readonly #owner: string;
  readonly #signal: AbortSignal;
  #erased: Record<ErasedKind, number>;
  #found = 0;
  #waiting = 0;
  #storedAt: number;

  constructor(ports: Ports, claimed: ClaimedErasure, owner: string, signal: AbortSignal) {
    this.#ports = ports;
    this.#claimed = claimed;
    this.#owner = owner;
    this.#signal = signal;
    this.#erased = { ...claimed.erasure.erased };
    this.#storedAt = ports.clock.monotonic();
  }

  async run(): Promise<void> {
    const { log, clock, erasures } = this.#ports;
    const { erasure_id, org_id, scope } = this.#claimed.erasure;
    try {
      await this.#erase();
      if (this.#found > 0 || this.#waiting > 0) return await this.#release(NEXT_PASS_MS, { error_message: null });
      const completedAt = this.#claimed.erasure.completed_at ?? clock.now().toISOString();
      // Only the owner of the claim decides: one that was suspended must not remove the number that its successor needs.
      if (!(await erasures.change(erasure_id, this.#owner, { ...this.#state(), completed_at: completedAt }))) return;
      await erasures.removeNumber(erasure_id);
      await this.#release(0, { status: 'done', error_message: null });
      log.info('erasures.completed', { org_id, erasure_id, scope });
    } catch (error) {
      const reason: unknown = this.#signal.aborted ? this.#signal.reason : error;
      if (reason === CLAIM_LOST) return;
      if (reason === WORKER_STOPPED) return this.#release(0, {});
      log.warn('erasures.pass_failed', { org_id, erasure_id, error: reason });
      await this.#release(FAILED_PASS_MS, { error_message: 'A store did not answer. The erasure is repeated.' });
    }
  }

  async erased(kind: ErasedKind, count = 1): Promise<void> {
    this.#signal.throwIfAborted();
    this.#erased[kind] += count;
    this.#found += count;
    const now = this.#ports.clock.monotonic();
    if (now - this.#storedAt < STORED_EVERY_MS) return;
    this.#storedAt = now;
    await this.#ports.erasures.change(this.#claimed.erasure.erasure_id, this.#owner, this.#state());
  }

  waits(): void {
    this.#signal.throwIfAborted();
    this.#waiting += 1;
  }

  async #erase(): Promise<void> {
    const { erasure, phoneNumber } = this.#claimed;
    // It had ended, and only that was not stored.
    if (erasure.completed_at !== null) return;
    const pass = { orgId: erasure.org_id, progress: this };
    if (erasure.scope === 'organisation') return eraseOrganisation(this.#ports, pass);
    if (phoneNumber !== null) await eraseNumber(this.#ports, { ...pass, phoneNumber });
  }

  #state(): Partial<Erasure> {
    const { clock } = this.#ports;
    return { erased: { ...this.#erased }, waiting: this.#waiting, updated_at: clock.now().toISOString() };
  }

  async #release(afterMs: number, changes: Partial<Erasure>): Promise<void> {
    const { erasures, clock } = this.#ports;
    const until = isoAfter(clock.now(), afterMs);
    await erasures.release(this.#claimed.erasure.erasure_id, this.#owner, until, { ...this.#state(), ...changes });
  }
}
