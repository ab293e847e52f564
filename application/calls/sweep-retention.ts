import { artifactKey, type Artifact } from '../../domain/calls/artifact-urls.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { nextSweep, recordingDays, sweepClaimedUntil } from '../../domain/calls/retention.ts';
import { expiredBefore } from '../../domain/expiry.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { RehearsalRecordings } from '../ports/rehearsal-recordings.ts';
import type { RetentionRepository, StoredRetention } from '../ports/retention.ts';
import { eraseCall, eraseInputs, whyInUse, type ErasePorts } from './erase-call.ts';

/** Organisations per round, calls read at a time, and calls changed per organisation and round. */
const ORGANISATIONS = 50;
const PAGE = 50;
const CALLS = 500;
/** Runs of rehearsals whose recordings are removed per organisation and round. */
const RUNS = 20;
/** Calls of one organisation that may fail in a round before its sweep waits for the next. */
const FAILURES_MAX = 10;

interface Ports extends ErasePorts {
  readonly retention: RetentionRepository;
  readonly rehearsalRecordings: RehearsalRecordings;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * One round of the retention sweep: removes what organisations no longer keep, the oldest first, never of a call in use.
 * Each organisation is swept by one process at a time. Every step is idempotent: after a crash another process continues
 * when the claim expires. A deleted organisation is swept as before.
 */
export const sweepRetention = (ports: Ports) => async (): Promise<void> => {
  const { retention, clock, log } = ports;
  for (const due of await retention.due(clock.now().toISOString(), ORGANISATIONS)) {
    const claimed = { ...due, sweep_at: sweepClaimedUntil(clock.now()) };
    if (!(await retention.move(due, claimed.sweep_at))) continue;
    const sweep = new Sweep(ports, claimed);
    await sweep.run().catch((error: unknown) => log.error('retention.failed', { org_id: due.org_id, error }));
    await retention.move(claimed, nextSweep(clock.now(), sweep.isDone));
  }
};

/** The sweep of one organisation in one round. */
class Sweep {
  readonly #ports: Ports;
  readonly #claimed: StoredRetention;
  #changed = 0;
  #failures = 0;
  /** Whether nothing more must go now. */
  isDone = false;

  constructor(ports: Ports, claimed: StoredRetention) {
    this.#ports = ports;
    this.#claimed = claimed;
  }

  async run(): Promise<void> {
    const { calls_days, recordings_days, transcripts_days, org_id } = this.#claimed;
    const ends = [
      await this.#sweep(calls_days, undefined),
      await this.#sweep(recordings_days, 'recording'),
      await this.#sweep(transcripts_days, 'transcript'),
      await this.#sweepRehearsals(recordingDays(this.#claimed)),
    ];
    this.isDone = this.#failures === 0 && ends.every(Boolean);
    if (this.#changed > 0) this.#ports.log.info('retention.swept', { org_id, calls: this.#changed });
  }

  /** Removes expired recordings of rehearsals, run by run. Returns whether none is left. */
  async #sweepRehearsals(days: number | null): Promise<boolean> {
    if (days === null) return true;
    const { rehearsalRecordings, clock } = this.#ports;
    const moment = expiredBefore(clock.now(), days);
    for (let runs = 0; runs < RUNS && (await this.#isMine()); runs += 1)
      if (!(await rehearsalRecordings.removeBefore(this.#claimed.org_id, moment))) return true;
    return false;
  }

  /** False: an admin has changed the retention, or another process has taken over. */
  async #isMine(): Promise<boolean> {
    const { org_id, sweep_at } = this.#claimed;
    return (await this.#ports.retention.find(org_id))?.sweep_at === sweep_at;
  }

  /** Removes expired calls, or one artifact of them. Returns whether none is left that can go. */
  async #sweep(days: number | null, having: Artifact | undefined): Promise<boolean> {
    if (days === null) return true;
    const { calls, clock } = this.#ports;
    const { org_id } = this.#claimed;
    const moment = expiredBefore(clock.now(), days);
    let kept = 0;
    while (this.#changed < CALLS && this.#failures < FAILURES_MAX) {
      if (!(await this.#isMine())) return false;
      const page = await calls.listBefore(org_id, { moment, ...(having && { having }) }, { limit: PAGE, offset: kept });
      for (const call of page) if (!(await this.#remove(call, having))) kept += 1;
      if (page.length < PAGE) return true;
    }
    return false;
  }

  /** Removes the call or its artifact, unless it is in use. Returns whether it is gone. */
  async #remove(call: CallLog, having: Artifact | undefined): Promise<boolean> {
    try {
      if ((await whyInUse(this.#ports, call)) !== null) return false;
      const isGone = having ? await removeArtifact(this.#ports, call, having) : await erased(this.#ports, call);
      if (isGone) this.#changed += 1;
      return isGone;
    } catch (error) {
      this.#failures += 1;
      this.#ports.log.warn('retention.delayed', { org_id: call.org_id, call_id: call.call_id, reason: String(error) });
      return false;
    }
  }
}

async function erased(ports: Ports, call: CallLog): Promise<true> {
  await eraseCall(ports, call);
  return true;
}

/** Removes an artifact and then its location; with a transcript the inputs, and what the log has of its words. False when the call has changed: the next round tries again. */
async function removeArtifact(ports: Ports, call: CallLog, artifact: Artifact): Promise<boolean> {
  const { objects, calls, quotas } = ports;
  if (artifact === 'transcript') await eraseInputs(ports, call);
  const key = artifactKey(call, artifact, objects.root);
  const bytes = (await objects.size(key)) ?? 0;
  await objects.remove(key);
  await quotas.removeBytes(call.org_id, { recorded_bytes: bytes });
  const words = artifact === 'transcript' && call.answers ? { answers: [], wrong_answers: [], gaps: null } : {};
  const changed = await calls.update(call.org_id, call.call_id, call, { [`${artifact}_url`]: null, ...words });
  return changed !== null && changed !== 'taken';
}
