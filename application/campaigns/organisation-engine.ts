import { isComplete } from '../../domain/campaigns/outcome-accounting.ts';
import { completion, selfPause } from '../../domain/campaigns/campaign.ts';
import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import { hasFutureDials, clampToNow } from '../../domain/campaigns/pacing.ts';
import { DomainError, type Problem } from '../../domain/errors.ts';
import type { Cancel } from '../ports/clock.ts';
import type { EngineLeases } from '../ports/engine-leases.ts';
import { admitRuns, NEVER, type RunAdmission, type AdmissionPorts, type DialContext } from './admit-runs.ts';
import { changeCampaign } from './change-campaign.ts';
import { loadContacts, type LoadingPorts } from './load-contacts.ts';
import { DialPacer } from './dial-pacer.ts';
import { recordDialIntent } from './dial-intent.ts';
import { placeCall } from './place-call.ts';
import { DIAL_PERMIT_TTL_MS } from './dial-permit.ts';
import { FairShare } from './fair-share.ts';

export interface OrganisationEnginePorts extends AdmissionPorts, LoadingPorts {
  readonly engineLeases: EngineLeases;
}

/** Lifetime of an organisation's lease, in ms. It is renewed after half of it. */
const LEASE_MS = 10_000;
/** Maximum dials per permit: the highest dial rate of a campaign. */
const PERMIT_DIALS_MAX = 20;
/** Longest timer, in ms. The engine polls every second anyway. */
const WAIT_MAX_MS = 60_000;
const WINDOW_MS = 1_000;

/** Problems that need a user: they pause the campaign with a reason. */
const PAUSES_CAMPAIGN: ReadonlySet<Problem> = new Set<Problem>(['missing', 'invalid', 'misconfigured', 'rejected']);

/** A campaign in one round with its pacer. */
interface DiallingCampaign {
  readonly record: CampaignRecord;
  readonly pacer: DialPacer;
}

/** At least one: a campaign in a round has a contact to dial. */
const toDial = ({ campaign }: CampaignRecord): number => Math.max(1, campaign.total_rows - campaign.processed_rows);

/**
 * Dials for an organisation's running campaigns while it owns the organisation's lease. Campaigns share dials by
 * weighted fair queueing: equal ones alternate, and a short one finishes soon beside a long one, which never starves. A
 * slot is kept free for a campaign that is next and only paced.
 */
export class OrganisationEngine {
  readonly #ports: OrganisationEnginePorts;
  readonly #orgId: string;
  readonly #owner: string;
  readonly #pacers = new Map<string, DialPacer>();
  readonly #fairShare = new FairShare<DialPacer>();
  readonly #loading = new Map<string, Promise<void>>();
  readonly #placing = new Set<Promise<void>>();
  #lease: { readonly epoch: number; readonly renewAt: number } | null = null;
  #rounds: Promise<void> | null = null;
  #again = false;
  #isStopped = false;
  #contactsLeft = 0;
  #waitEndedAt = Infinity;
  #cancelTimer: Cancel = () => undefined;

  constructor(ports: OrganisationEnginePorts, orgId: string, owner: string) {
    this.#ports = ports;
    this.#orgId = orgId;
    this.#owner = owner;
  }

  /** Starts a round, or another one after the present round. */
  wake(): void {
    this.#again = true;
    if (this.#isStopped) return;
    this.#rounds ??= this.#runRounds().finally(() => (this.#rounds = null));
  }

  /** Whether nothing is in progress. */
  get isIdle(): boolean {
    return this.#rounds === null && this.#loading.size === 0 && this.#placing.size === 0;
  }

  /** Contacts without a final outcome, while this engine dials for them. */
  get contactsLeft(): number {
    return this.#contactsLeft;
  }

  /** Stops dialling, waits for decided dials and releases the lease. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer();
    await this.#rounds;
    await Promise.all([...this.#placing, ...this.#loading.values()]);
    await this.#ports.engineLeases.release(this.#orgId, this.#owner);
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
    const epoch = await this.#acquireLease();
    const running = epoch === null ? [] : await this.#ports.campaigns.running(this.#orgId);
    this.#contactsLeft = running.reduce((sum, { campaign }) => sum + campaign.total_rows - campaign.processed_rows, 0);
    if (epoch === null) return Infinity;
    const candidates: DiallingCampaign[] = [];
    for (const seen of running) {
      const record = await this.#prepare(seen, epoch);
      if (record) candidates.push({ record, pacer: this.#pacerOf(record) });
    }
    const ids = new Set(running.map(({ campaign }) => campaign.campaign_id));
    for (const id of this.#pacers.keys()) if (!ids.has(id)) this.#pacers.delete(id);
    return this.#dialFairly(candidates, { epoch, waitEndedAt });
  }

  async #dialFairly(
    candidates: DiallingCampaign[],
    round: Pick<DialContext, 'epoch' | 'waitEndedAt'>,
  ): Promise<number> {
    let waitMs = Infinity;
    // Campaigns that are next but paced: a slot is kept free for each.
    let early = 0;
    while (candidates.length > 0 && !this.#isStopped) {
      candidates.sort((a, b) => this.#fairShare.nextOf(a.pacer) - this.#fairShare.nextOf(b.pacer));
      const next = candidates[0]!;
      const quota = candidates.length + early === 1 ? PERMIT_DIALS_MAX : 1;
      const admission = await this.#admit(next, {
        ...round,
        owner: this.#owner,
        pacer: next.pacer,
        quota,
        spare: early,
      });
      // A campaign without a slot is served when the next one is released.
      if (admission.kind === 'full') return waitMs;
      if (admission.kind === 'wait') {
        waitMs = Math.min(waitMs, admission.ms);
        if (admission.isEarly) early += 1;
        candidates.shift();
      } else {
        this.#fairShare.charge(next.pacer, toDial(next.record) * admission.runs.length);
        await this.#place(admission);
        candidates[0] = { ...next, record: admission.permit.record };
      }
    }
    return waitMs;
  }

  /** Acquires the organisation's lease and returns its epoch, or null while another engine owns it. */
  async #acquireLease(): Promise<number | null> {
    const { clock, engineLeases } = this.#ports;
    if (this.#lease && clock.monotonic() < this.#lease.renewAt) return this.#lease.epoch;
    const now = clock.now();
    const until = new Date(now.getTime() + LEASE_MS).toISOString();
    const lease = { org_id: this.#orgId, owner: this.#owner, until };
    const renewAt = clock.monotonic() + LEASE_MS / 2;
    const epoch = await engineLeases.acquire(lease, now.toISOString());
    this.#lease = epoch === null ? null : { epoch, renewAt };
    return epoch;
  }

  /**
   * Takes over or completes a campaign and starts loading its contacts. Null: it is not to be dialled in this round.
   */
  async #prepare(seen: CampaignRecord, epoch: number): Promise<CampaignRecord | null> {
    const { campaigns, clock } = this.#ports;
    const { campaign, gate } = seen;
    const now = clock.now();
    if (isComplete(campaign, gate.is_loaded)) {
      await campaigns.change(seen, { campaign: completion(now) });
      return null;
    }
    if (gate.epoch > epoch) return null;
    if (gate.epoch < epoch) return this.#takeOver(seen, epoch);
    if (!gate.is_loaded) this.#load(seen);
    if (!hasFutureDials(gate.recent_dials, now.getTime())) return seen;
    return campaigns.change(seen, { gate: { recent_dials: clampToNow(gate.recent_dials, now.getTime()) } });
  }

  /** From here on no other engine gets a permit. Waits out present permits, so that the pace holds across engines. */
  async #takeOver(seen: CampaignRecord, epoch: number): Promise<CampaignRecord | null> {
    const { campaigns, clock } = this.#ports;
    const ours = await campaigns.change(seen, { gate: { epoch } });
    this.#again = true;
    const last = seen.gate.recent_dials.at(-1);
    if (!ours || last === undefined) return null;
    const quietMs = Math.min(last - clock.now().getTime(), 0) + DIAL_PERMIT_TTL_MS + WINDOW_MS;
    this.#pacerOf(seen).suspend(quietMs, clock.monotonic());
    return null;
  }

  #pacerOf({ campaign: { campaign_id } }: CampaignRecord): DialPacer {
    const pacer = this.#pacers.get(campaign_id) ?? new DialPacer();
    this.#pacers.set(campaign_id, pacer);
    return pacer;
  }

  async #admit({ record }: DiallingCampaign, dialling: DialContext): Promise<RunAdmission> {
    try {
      return await admitRuns(this.#ports, record, dialling);
    } catch (error) {
      if (!(error instanceof DomainError) || !PAUSES_CAMPAIGN.has(error.problem)) throw error;
      const { clock } = this.#ports;
      await changeCampaign(this.#ports.campaigns, record, ({ campaign }) =>
        campaign.state === 'running' ? { campaign: selfPause(campaign, error.message, clock.now()) } : {},
      );
      return NEVER;
    }
  }

  /** Resolves when the dials are recorded, so that the next admission counts them. Dialling continues. */
  async #place({ permit, runs }: Extract<RunAdmission, { kind: 'admitted' }>): Promise<void> {
    for (const out of await recordDialIntent(this.#ports, permit, runs))
      this.#dial(placeCall(this.#ports, permit, out), out.callId);
  }

  #dial(call: Promise<boolean>, callId: string): void {
    const placing = this.#follow(call, callId).finally(() => this.#placing.delete(placing));
    this.#placing.add(placing);
  }

  async #follow(call: Promise<boolean>, callId: string): Promise<void> {
    try {
      if (await call) return;
    } catch (error) {
      // The run records how far it got; the check of overdue runs finds it.
      this.#ports.log.error('campaign.dial_failed', { org_id: this.#orgId, call_id: callId, error });
    }
    // Its slot may be free.
    this.wake();
  }

  #load(record: CampaignRecord): void {
    const { campaign_id } = record.campaign;
    if (this.#loading.has(campaign_id)) return;
    const loading = loadContacts(
      this.#ports,
      record,
      () => !this.#isStopped,
      () => this.wake(),
    )
      .catch((error: unknown) => this.#ports.log.error('campaign.load_failed', { campaign_id, error }))
      .finally(() => this.#loading.delete(campaign_id));
    this.#loading.set(campaign_id, loading);
  }
}
