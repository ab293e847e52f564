import { allocate } from '../../domain/campaigns/allocate-organisations.ts';
import type { CampaignEngineLeases, CampaignEngines } from '../ports/campaign-engine-leases.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { Clock } from '../ports/clock.ts';
import { LEASE_MS } from './organisation-lease.ts';
import { isoAfter } from '../../domain/expiry.ts';

export interface AllocationPorts {
  readonly clock: Clock;
  readonly campaigns: Pick<CampaignRepository, 'organisationsWithRunningCampaigns'>;
  readonly engineLeases: Pick<CampaignEngineLeases, 'owned'>;
  readonly campaignEngines: CampaignEngines;
}

/** What an engine does after a look at the others. */
export interface Assignment {
  /** Organisations with running campaigns. */
  readonly active: ReadonlySet<string>;
  /** Those to dial for, whether owned already or not. */
  readonly wake: readonly string[];
  /** Those to leave to other engines. */
  readonly release: readonly string[];
}

/** Of this many engines, each looks at every tick. Of more, each looks so often that together they look as often. */
const LOOKING_EACH_TICK = 10;
/** Between two looks, for each engine beyond those, in ms; and at most. */
const [LOOK_MS_EACH, LOOK_MS_MAX] = [100, 10_000] as const;
/** After it took more than its share, an engine releases nothing for as long as engines that died are counted, in ms. */
const RESCUED_MS = 2 * LEASE_MS;

/**
 * Registers an engine among the others and tells it which organisations to take and to leave. However many engines there are,
 * the stores are searched about ten times a second in all.
 */
export class EngineAllocation {
  readonly #ports: AllocationPorts;
  readonly #owner: string;
  #registerAt = -Infinity;
  #lookAt = -Infinity;
  #mayReleaseAt = -Infinity;
  #wereFree: ReadonlySet<string> = new Set();

  constructor(ports: AllocationPorts, owner: string) {
    this.#ports = ports;
    this.#owner = owner;
  }

  /** What to take and to leave, or null when it is not yet time to look. */
  async look(own: ReadonlySet<string>): Promise<Assignment | null> {
    const { clock, campaigns, engineLeases, campaignEngines } = this.#ports;
    await this.#register();
    const at = clock.monotonic();
    if (at < this.#lookAt) return null;
    const now = clock.now();
    const [active, leases, registered] = await Promise.all([
      campaigns.organisationsWithRunningCampaigns(),
      engineLeases.owned(now.toISOString(), isoAfter(now, 2 * LEASE_MS)),
      campaignEngines.live(now.toISOString()),
    ]);
    // An engine of an earlier release is not registered.
    const engines = new Set([this.#owner, ...registered, ...leases.map(({ owner }) => owner)]).size;
    this.#lookAt = engines <= LOOKING_EACH_TICK ? at : at + Math.min(LOOK_MS_MAX, engines * LOOK_MS_EACH);
    const ownedByOthers = new Set(leases.filter(({ owner }) => owner !== this.#owner).map(({ org_id }) => org_id));
    const mayRelease = at >= this.#mayReleaseAt;
    const view = { active, ownedByOthers, own, engines, wereFree: this.#wereFree, mayRelease };
    const { take, release, free, isRescuing } = allocate(view);
    if (isRescuing) this.#mayReleaseAt = at + RESCUED_MS;
    this.#wereFree = free;
    const kept = active.filter((orgId) => own.has(orgId) && !release.includes(orgId));
    return { active: new Set(active), wake: [...kept, ...take], release };
  }

  /** Lets the others count without this engine. */
  leave(): Promise<void> {
    this.#registerAt = Infinity;
    return this.#ports.campaignEngines.remove(this.#owner);
  }

  async #register(): Promise<void> {
    const { clock, campaignEngines } = this.#ports;
    const at = clock.monotonic();
    if (at < this.#registerAt) return;
    this.#registerAt = at + LEASE_MS / 2;
    const now = clock.now();
    await campaignEngines.register(this.#owner, isoAfter(now, LEASE_MS), now.toISOString());
  }
}
