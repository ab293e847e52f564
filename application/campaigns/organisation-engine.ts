import type { Cancel } from '../ports/clock.ts';
import type { AdmissionPorts } from './admit-runs.ts';
import { CampaignPreparation, type PreparationPorts } from './campaign-preparation.ts';
import { DialPacer } from './dial-pacer.ts';
import { DialRounds, type DiallingCampaign } from './dial-round.ts';
import { OrganisationLease, type LeasePorts } from './organisation-lease.ts';

export interface OrganisationEnginePorts extends AdmissionPorts, PreparationPorts, LeasePorts {}

/** Longest timer, in ms. The engine polls every second anyway. */
const WAIT_MAX_MS = 60_000;

/** Runs dial rounds over an organisation's running campaigns while it owns the organisation's lease. */
export class OrganisationEngine {
  readonly #ports: OrganisationEnginePorts;
  readonly #orgId: string;
  readonly #owner: string;
  readonly #lease: OrganisationLease;
  readonly #preparation: CampaignPreparation;
  readonly #dialRounds: DialRounds;
  readonly #pacers = new Map<string, DialPacer>();
  readonly #stop = new AbortController();
  #rounds: Promise<void> | null = null;
  #again = false;
  #contactsLeft = 0;
  #waitEndedAt = Infinity;
  #cancelTimer: Cancel = () => undefined;

  constructor(ports: OrganisationEnginePorts, orgId: string, owner: string) {
    const wake = (): void => this.wake();
    this.#ports = ports;
    this.#orgId = orgId;
    this.#owner = owner;
    this.#lease = new OrganisationLease(ports, orgId, owner);
    this.#preparation = new CampaignPreparation(ports, this.#stop.signal, wake);
    this.#dialRounds = new DialRounds(ports, this.#stop.signal, wake);
  }

  /** Starts a round, or another one after the present round. */
  wake(): void {
    this.#again = true;
    if (this.#isStopped) return;
    this.#rounds ??= this.#runRounds().finally(() => (this.#rounds = null));
  }

  /** Whether nothing is in progress. */
  get isIdle(): boolean {
    return this.#rounds === null && this.#started.length === 0;
  }

  /** Whether it owns the organisation's lease, as far as it knows. */
  get isOwner(): boolean {
    return this.#lease.isOwned;
  }

  /** Contacts without a final outcome, while this engine dials for them. */
  get contactsLeft(): number {
    return this.#contactsLeft;
  }

  /** Stops dialling, waits for decided dials and releases the lease. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#cancelTimer();
    await this.#rounds;
    await Promise.all(this.#started);
    await this.#lease.release();
  }

  get #isStopped(): boolean {
    return this.#stop.signal.aborted;
  }

  /** What rounds started and did not wait for. */
  get #started(): readonly Promise<void>[] {
    return [...this.#dialRounds.placing, ...this.#preparation.loading];
  }

  async #runRounds(): Promise<void> {
    while (this.#again && !this.#isStopped) {
      this.#again = false;
      this.#cancelTimer();
      try {
        const waitMs = await this.#runRound();
        if (waitMs <= WAIT_MAX_MS && !this.#isStopped) this.#wait(waitMs);
      } catch (error) {
        this.#ports.log.error('campaign.round_failed', { org_id: this.#orgId, error });
      }
    }
  }

  #wait(ms: number): void {
    const { clock } = this.#ports;
    this.#waitEndedAt = clock.monotonic() + ms;
    this.#cancelTimer = clock.after(ms, () => this.wake());
  }

  /** Runs one round over the campaigns. Returns the milliseconds until the next. */
  async #runRound(): Promise<number> {
    const waitEndedAt = this.#waitEndedAt;
    this.#waitEndedAt = Infinity;
    const epoch = await this.#lease.acquire();
    const running = epoch === null ? [] : await this.#ports.campaigns.running(this.#orgId);
    this.#contactsLeft = running.reduce((sum, { campaign }) => sum + campaign.total_rows - campaign.processed_rows, 0);
    if (epoch === null) return Infinity;
    const ids = new Set(running.map(({ campaign }) => campaign.campaign_id));
    const now = this.#ports.clock.monotonic();
    for (const [id, pacer] of this.#pacers) if (!ids.has(id) && pacer.isIdle(now)) this.#pacers.delete(id);
    const candidates: DiallingCampaign[] = [];
    for (const seen of running) {
      const pacer = this.#pacerOf(seen.campaign.campaign_id);
      const record = await this.#preparation.prepare(seen, epoch, pacer);
      if (record) candidates.push({ record, pacer });
    }
    return this.#dialRounds.run(candidates, { epoch, owner: this.#owner, waitEndedAt });
  }

  #pacerOf(campaignId: string): DialPacer {
    const pacer = this.#pacers.get(campaignId) ?? new DialPacer();
    this.#pacers.set(campaignId, pacer);
    return pacer;
  }
}
