import type { CallerIds } from '../../domain/campaigns/caller-id-state.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import { isFinal } from '../../domain/campaigns/outcome-accounting.ts';
import type { CallMetrics } from '../../domain/calls/call-metrics.ts';
import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import type { Parts } from './store.ts';

/** A campaign as it stood from then on. In monotonic milliseconds. */
export interface Version {
  readonly at: number;
  /** Its counters are those of the first change to this state and these settings. */
  readonly campaign: Campaign;
  readonly callerIds: CallerIds | undefined;
}

/** What dials depend on. */
const stand = ({ campaign, callerIds }: Version): string => {
  const { state, rate_limit_per_second, retry_config, orchestrator_metadata } = campaign;
  return JSON.stringify([state, rate_limit_per_second, retry_config, orchestrator_metadata, callerIds]);
};

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
  /** The run of each call. */
  readonly #byCall = new Map<string, string>();
  /** The campaigns of the runs that are dialled or in a call. */
  readonly #underWay = new Map<string, string>();
  /** The runs of each campaign that are final. */
  readonly #finals = new Map<string, Set<string>>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** A campaign as it stands, or stood when it was removed. */
  latest(campaignId: string): Campaign | undefined {
    return this.versions.get(campaignId)?.at(-1)?.campaign;
  }

  /** Whether it is written down that this run is being dialled by this call, for a campaign that is there. */
  isIntended(callId: string): boolean {
    const run = this.runs.get(this.#byCall.get(callId) ?? '');
    return run?.call_id === callId && run.state === 'dialing';
  }

  /** Whether no call of a campaign that is there is under way. */
  get isIdle(): boolean {
    return this.#underWay.size === 0;
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
          for (const run of added) if (!this.#knownAs(run)) this.#run(run);
        },
        change: async (...args) => {
          const changed = await runs.change(...args);
          if (changed) this.#run(changed);
          return changed;
        },
        removeAll: async (campaignId) => {
          await runs.removeAll(campaignId);
          for (const [runId, ofCampaign] of this.#underWay) if (ofCampaign === campaignId) this.#underWay.delete(runId);
        },
        changeAll: async (all) => {
          const count = await runs.changeAll(all);
          const changed =
            count === all.length
              ? all.map(({ seen, changes }) => ({ ...seen, ...changes, epoch: seen.epoch + 1 }))
              : await runs.findMany(all.map(({ seen }) => seen.queued_run_id));
          for (const run of changed) this.#run(run);
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
    const known = this.#knownAs(run);
    if (known && known.epoch >= run.epoch) return;
    this.runs.set(run.queued_run_id, run);
    if (run.call_id !== null) this.#byCall.set(run.call_id, run.queued_run_id);
    if (run.state === 'dialing' || run.state === 'in_call') this.#underWay.set(run.queued_run_id, run.campaign_id);
    else this.#underWay.delete(run.queued_run_id);
    if (run.is_final) this.#finalsOf(run.campaign_id).add(run.queued_run_id);
  }

  /** A run as it was seen last. One that went with its campaign is another: the next callback of a call has its id. */
  #knownAs({ queued_run_id, campaign_id }: QueuedRun): QueuedRun | undefined {
    const known = this.runs.get(queued_run_id);
    return known?.campaign_id === campaign_id ? known : undefined;
  }

  #finalsOf(campaignId: string): Set<string> {
    const known = this.#finals.get(campaignId) ?? new Set();
    this.#finals.set(campaignId, known);
    return known;
  }

  #campaign(changed: CampaignRecord | null): CampaignRecord | null {
    if (changed === null) return null;
    const { campaign, gate } = changed;
    const { campaign_id, processed_rows, failed_rows, total_rows } = campaign;
    const versions = this.versions.get(campaign_id) ?? [];
    const version = { at: this.#now(), campaign, callerIds: gate.caller_ids };
    const last = versions.at(-1);
    if (!last || stand(last) !== stand(version)) versions.push(version);
    this.versions.set(campaign_id, versions);
    // What is counted is final on its run, or is still to be written there.
    const finals = this.#finalsOf(campaign_id);
    const pending = gate.settling.filter((each) => isFinal(each) && !finals.has(each.queued_run_id));
    const counted = finals.size + new Set(pending.map(({ queued_run_id }) => queued_run_id)).size;
    if (processed_rows !== counted || processed_rows > total_rows || failed_rows > processed_rows)
      this.offences.add(`I8 ${campaign_id} counted ${failed_rows}/${processed_rows}/${total_rows}, had ${counted}`);
    return changed;
  }
}
