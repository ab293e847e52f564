import { completion } from '../../domain/campaigns/campaign.ts';
import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import { isComplete } from '../../domain/campaigns/outcome-accounting.ts';
import { openBreakerOf, withBreaker } from '../../domain/campaigns/campaign-breaker.ts';
import { openedInFuture } from '../../domain/campaigns/open-breaker.ts';
import { clampToNow, hasFutureDials } from '../../domain/campaigns/pacing.ts';
import type { Log } from '../ports/log.ts';
import type { DialPacer } from './dial-pacer.ts';
import { QUIET_MS, type WallClock } from './wall-clock.ts';
import { writeCallbacks } from './write-callbacks.ts';
import { loadContacts, type LoadingPorts } from './load-contacts.ts';

export interface PreparationPorts extends LoadingPorts {
  readonly log: Log;
  readonly wallClock: WallClock;
}

/** Prepares running campaigns for a dial round: completes them, takes them over and loads their contacts. */
export class CampaignPreparation {
  readonly #ports: PreparationPorts;
  readonly #stopped: AbortSignal;
  readonly #wake: () => void;
  readonly #loading = new Map<string, Promise<void>>();

  /** `wake` is called when there is more to dial. */
  constructor(ports: PreparationPorts, stopped: AbortSignal, wake: () => void) {
    this.#ports = ports;
    this.#stopped = stopped;
    this.#wake = wake;
  }

  /** The contacts that are being loaded, by campaign. */
  get loading(): readonly Promise<void>[] {
    return [...this.#loading.values()];
  }

  /** Returns the campaign, or null when it is not to be dialled in this round. */
  async prepare(seen: CampaignRecord, epoch: number, pacer: DialPacer): Promise<CampaignRecord | null> {
    const { campaigns, clock, wallClock } = this.#ports;
    const { campaign, gate } = seen;
    const now = clock.now();
    wallClock.check();
    if (isComplete(campaign, gate.is_loaded)) {
      await campaigns.change(seen, { campaign: completion(campaign, now) });
      return null;
    }
    if (gate.callbacks && gate.callbacks.unwritten.length > 0) {
      await writeCallbacks(this.#ports, seen);
      this.#wake();
      return null;
    }
    if (gate.epoch > epoch) return null;
    if (gate.epoch < epoch) return this.#takeOver(seen, epoch, pacer);
    if (!gate.is_loaded) this.#load(seen);
    return this.#withoutFuture(seen, now);
  }

  /** Dials and a breaker of the future, because the clock was set back, are of now: the latest time at which they can be. */
  #withoutFuture(seen: CampaignRecord, now: Date): Promise<CampaignRecord | null> | CampaignRecord {
    const { campaign, gate } = seen;
    const open = openBreakerOf(campaign);
    const breaker = open && openedInFuture(open, now);
    const isAhead = hasFutureDials(gate.recent_dials, now.getTime());
    if (!isAhead && !breaker) return seen;
    return this.#ports.campaigns.change(seen, {
      campaign: breaker ? withBreaker(campaign, breaker) : {},
      gate: { recent_dials: clampToNow(gate.recent_dials, now.getTime()) },
    });
  }

  /** From here on no other engine gets a permit. Waits out present permits, so that the pace holds across engines. */
  async #takeOver(seen: CampaignRecord, epoch: number, pacer: DialPacer): Promise<null> {
    const { campaigns, clock, wallClock } = this.#ports;
    const ours = await campaigns.change(seen, { gate: { epoch } });
    this.#wake();
    const last = seen.gate.recent_dials.at(-1);
    if (!ours || last === undefined) return null;
    pacer.suspend(QUIET_MS - wallClock.ageOf(last), clock.monotonic());
    return null;
  }

  #load(record: CampaignRecord): void {
    const { campaign_id } = record.campaign;
    if (this.#loading.has(campaign_id)) return;
    const loading = loadContacts(this.#ports, record, () => !this.#stopped.aborted, this.#wake)
      .catch((error: unknown) => this.#ports.log.error('campaign.load_failed', { campaign_id, error }))
      .finally(() => this.#loading.delete(campaign_id));
    this.#loading.set(campaign_id, loading);
  }
}
