import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import type { CallMetrics } from '../../domain/calls/call-metrics.ts';
import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import type { Parts } from './store.ts';

/** A campaign as it stood from then on. In monotonic milliseconds. */
export interface Version {
  readonly at: number;
  readonly campaign: Campaign;
}

/** Sees everything that is written, by whatever process, in the order in which it is. */
export class Witness {
  /** How each campaign stood, from first to last. */
  readonly versions = new Map<string, Version[]>();
  /** Every run there ever was, as it stood last. */
  readonly runs = new Map<string, QueuedRun>();
  /** The metrics of each call as they were written first. */
  readonly metrics = new Map<string, CallMetrics>();
  /** Where counters were wrong for a while, or what may be written once was written again. */
  readonly offences = new Set<string>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** A campaign as it stands, or stood when it was removed. */
  latest(campaignId: string): Campaign | undefined {
    return this.versions.get(campaignId)?.at(-1)?.campaign;
  }

  /** Whether it is written down that this run is being dialled by this call, for a campaign that is there. */
  isIntended(callId: string): boolean {
    return [...this.runs.values()].some(({ call_id, state }) => call_id === callId && state === 'dialing');
  }

  /** The parts of the store, under its eyes. */
  watch(parts: Parts): Parts {
    const { campaigns, runs, metrics } = parts;
    return {
      ...parts,
      campaigns: {
        ...campaigns,
        change: async (...args) => this.#campaign(await campaigns.change(...args)),
      },
      runs: {
        ...runs,
        addAll: async (added) => {
          await runs.addAll(added);
          for (const run of added) if (!this.runs.has(run.queued_run_id)) this.runs.set(run.queued_run_id, run);
        },
        change: async (...args) => {
          const changed = await runs.change(...args);
          if (changed) this.#run(changed);
          return changed;
        },
        changeAll: async (all) => {
          const count = await runs.changeAll(all);
          for (const run of await runs.findMany(all.map(({ seen }) => seen.queued_run_id))) this.#run(run);
          return count;
        },
      },
      metrics: {
        ...metrics,
        add: async (document) => {
          const isAdded = await metrics.add(document);
          if (isAdded && this.metrics.has(document.call_id))
            this.offences.add(`I11 written twice: ${document.call_id}`);
          if (isAdded) this.metrics.set(document.call_id, document);
          return isAdded;
        },
      },
    };
  }

  /** What is seen later may be older. */
  #run(run: QueuedRun): void {
    const known = this.runs.get(run.queued_run_id);
    if (!known || known.epoch < run.epoch) this.runs.set(run.queued_run_id, run);
  }

  #campaign(changed: CampaignRecord | null): CampaignRecord | null {
    if (changed === null) return null;
    const { campaign, gate } = changed;
    const { campaign_id, processed_rows, failed_rows, total_rows } = campaign;
    this.versions.set(campaign_id, [...(this.versions.get(campaign_id) ?? []), { at: this.#now(), campaign }]);
    // What is counted is final on its run, or is still to be written there.
    const counted = new Set(gate.settling.flatMap((each) => (each.retry_at === null ? [each.queued_run_id] : [])));
    for (const run of this.runs.values())
      if (run.campaign_id === campaign_id && run.is_final) counted.add(run.queued_run_id);
    if (processed_rows !== counted.size || processed_rows > total_rows || failed_rows > processed_rows)
      this.offences.add(
        `I8 ${campaign_id} counted ${failed_rows}/${processed_rows}/${total_rows}, had ${counted.size}`,
      );
    return changed;
  }
}
