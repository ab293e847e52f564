import { counted, settling } from '../../domain/campaigns/accounting.ts';
import type { GatedCampaign, Settling } from '../../domain/campaigns/gate.ts';
import { done, retryOf, type QueuedRun } from '../../domain/campaigns/queued-run.ts';
import type { RunOutcome } from '../../domain/campaigns/retry.ts';
import { failed } from '../../domain/errors.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { QueuedRunRepository } from '../ports/queued-runs.ts';
import { changeRun } from './change-run.ts';

export interface SettlerPorts {
  readonly campaigns: CampaignRepository;
  readonly runs: QueuedRunRepository;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** More often than others change a campaign while one counts. */
const ATTEMPTS = 200;

type Outcomes = ReadonlyMap<string, RunOutcome>;

/** What came to an end while others were being counted. */
interface Batch {
  readonly outcomes: Map<string, RunOutcome>;
  readonly counted: Promise<void>;
}

/**
 * Writes down what became of runs, each once, however often, in whatever order and by how many processes it is told.
 *
 * An outcome is first counted in its campaign, which keeps it in mind until it is written on its run: whoever finds it
 * there after a crash writes it and counts nothing. One that is written is counted no more. What is told at the same
 * time is counted in one step.
 */
export class Settler {
  readonly #ports: SettlerPorts;
  readonly #waiting = new Map<string, Batch>();
  readonly #counting = new Map<string, Promise<void>>();

  constructor(ports: SettlerPorts) {
    this.#ports = ports;
  }

  /** Resolves when the outcome is counted and written, or its campaign is gone. */
  settle({ org_id, campaign_id, queued_run_id }: QueuedRun, outcome: RunOutcome): Promise<void> {
    const batch = this.#waiting.get(campaign_id) ?? this.#newBatch(org_id, campaign_id);
    // Who told first is believed.
    if (!batch.outcomes.has(queued_run_id)) batch.outcomes.set(queued_run_id, outcome);
    return batch.counted;
  }

  #newBatch(orgId: string, campaignId: string): Batch {
    const outcomes = new Map<string, RunOutcome>();
    const before = this.#counting.get(campaignId) ?? Promise.resolve();
    const settled = before
      .catch(() => undefined)
      .then(() => {
        this.#waiting.delete(campaignId);
        return count(this.#ports, orgId, campaignId, outcomes);
      })
      .finally(() => {
        if (this.#counting.get(campaignId) === settled) this.#counting.delete(campaignId);
      });
    const batch = { outcomes, counted: settled };
    this.#waiting.set(campaignId, batch);
    this.#counting.set(campaignId, settled);
    return batch;
  }
}

async function count(ports: SettlerPorts, orgId: string, campaignId: string, outcomes: Outcomes): Promise<void> {
  const { campaigns, clock } = ports;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    // The campaign is read before the runs: what it no longer has in mind is written, and is seen to be.
    const seen = await campaigns.find(orgId, campaignId);
    if (!seen) return;
    const { fresh, unwritten } = await uncounted(ports, seen, outcomes);
    if (fresh.length > 0 && !(await campaigns.change(seen, counted(seen, fresh, unwritten, clock.now())))) continue;
    await Promise.all([...unwritten, ...fresh].map((each) => write(ports, each)));
    return;
  }
  throw failed('The campaign kept changing; outcomes were not counted');
}

/** The outcomes that nobody has counted, and those that are counted but not written. */
async function uncounted(
  { runs, ids, clock }: SettlerPorts,
  seen: GatedCampaign,
  outcomes: Outcomes,
): Promise<{ readonly fresh: readonly Settling[]; readonly unwritten: readonly Settling[] }> {
  const inMind = new Set(seen.gate.settling.map(({ queued_run_id }) => queued_run_id));
  const found = await runs.findMany([...new Set([...inMind, ...outcomes.keys()])]);
  const open = new Map(found.filter(({ state }) => state !== 'done').map((run) => [run.queued_run_id, run] as const));
  const fresh = [...outcomes].flatMap(([queued_run_id, outcome]) => {
    const run = open.get(queued_run_id);
    if (!run || inMind.has(queued_run_id)) return [];
    const { attempt } = run;
    return settling(seen, { queued_run_id, attempt, outcome, retry_run_id: ids.next() }, clock.now());
  });
  return { fresh, unwritten: seen.gate.settling.filter(({ queued_run_id }) => open.has(queued_run_id)) };
}

/** Queues the retry, if there is one, and ends the run. Doing it again changes nothing. */
async function write({ runs, clock }: SettlerPorts, each: Settling): Promise<void> {
  const { queued_run_id, outcome, retry_at, retry_run_id } = each;
  const run = await runs.find(queued_run_id);
  if (!run) return;
  const now = clock.now();
  if (retry_at !== null) await runs.addAll([retryOf(run, retry_run_id, retry_at, now)]);
  await changeRun(runs, queued_run_id, ({ state }) =>
    state === 'done' ? null : done(outcome, retry_at === null, now),
  );
}
