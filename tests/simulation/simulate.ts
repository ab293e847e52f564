import { newDialState } from '../../domain/campaigns/campaign-record.ts';
import type { CallPatch } from '../../domain/calls/call-log.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { SimulatedAnalyses } from './analyses.ts';
import { CallbackMakers } from './callbacks.ts';
import { seeded, type Chance } from './chance.ts';
import type { CapsInForce } from './contact-invariants.ts';
import type { Evidence, Quiet, SuppressedNumber } from './evidence.ts';
import { breaches } from './invariants.ts';
import { CALM, LedgerCarrier, type Entry } from './ledger-carrier.ts';
import { Life } from './life.ts';
import { drawLongLists, type Scale } from './long-list-plan.ts';
import type { Mutant } from './mutant.ts';
import { drawChanges, drawPlan, type Plan } from './plan.ts';
import { Process } from './process.ts';
import { Processes } from './processes.ts';
import { openStore, type Store } from './store.ts';
import { contactNumber, measurement, orgOf, surroundings, type Surroundings } from './surroundings.ts';
import { refusalsOf, type Verdict } from './verdict.ts';
import { Witness } from './witness.ts';

const START = '2026-03-02T09:00:00.000Z';
/** Time in which everything must end once faults have stopped, and where contacts wait for days, in ms. */
const [TIMEOUT_MS, SLOW_TIMEOUT_MS] = [7_200_000, 60 * 86_400_000];
/**
 * How often processes look around, how often when nothing goes wrong any more, and how often while everything waits for a time of
 * its own. In milliseconds.
 */
const [TICK_MS, CALM_TICK_MS, WAITING_TICK_MS] = [2_000, 10_000, 1_800_000];
const MOST_PROCESSES = 4;
/**
 * Time after which an unanswered webhook is sent again, and the longest until the slot of an unknown call is released, in ms:
 * reconciliation runs at intervals.
 */
const [CALL_BACK_AGAIN_MS, LAST_LEASES_MS] = [5_000, 300_000];

/**
 * Runs one seed: the real engine and the real store, with processes, carrier and time as bad as the seed has it. With a
 * scale, it is that large.
 */
export async function simulate(seed: number, mutant?: Mutant, scale?: Scale): Promise<Verdict> {
  const store = await openStore(mutant?.withoutIndex);
  try {
    return await new Simulation(seed, store, mutant, scale).play();
  } finally {
    await store.close();
  }
}

class Simulation {
  readonly #true = fakeClock(START);
  readonly #chance: Chance;
  readonly #plan: Plan;
  readonly #store: Store;
  readonly #mutant: Mutant | undefined;
  readonly #carrier: LedgerCarrier;
  readonly #analyses: SimulatedAnalyses;
  readonly #surroundings: Surroundings;
  readonly #witness = new Witness(() => this.#true.monotonic());
  readonly #processes = new Processes();
  readonly #quiet: Quiet[] = [];
  readonly #removed = new Set<string>();
  readonly #suppressed: SuppressedNumber[] = [];
  readonly #caps: CapsInForce[] = [];
  readonly #callbackMakers: CallbackMakers | null;
  #wallOffset = 0;
  #tickMs = TICK_MS;

  constructor(seed: number, store: Store, mutant: Mutant | undefined, scale?: Scale) {
    this.#chance = seeded(seed);
    const now = this.#true.now();
    this.#plan = scale === undefined ? drawPlan(seed, this.#chance, now) : drawLongLists(this.#chance, scale, now);
    this.#store = store;
    this.#mutant = mutant;
    this.#carrier = new LedgerCarrier(
      {
        clock: this.#clock,
        chance: this.#chance,
        isIntended: (callId) => this.#witness.isIntended(callId),
        report: (entry, patch) => this.#callBack(entry, patch),
      },
      this.#plan.dialsPerSecond,
    );
    this.#carrier.mood = this.#plan.mood;
    const { callbacks: chance } = this.#plan;
    this.#callbackMakers =
      chance && new CallbackMakers({ chance, now: this.#true.monotonic, ask: (what) => this.#ask(what) });
    store.phoneNumbers.now = this.#true.monotonic;
    this.#analyses = new SimulatedAnalyses(this.#carrier.ledger, this.#true.monotonic);
    this.#surroundings = surroundings(this.#plan.limits, this.#plan.sources, this.#analyses.repository);
  }

  async play(): Promise<Verdict> {
    for (const campaign of this.#plan.campaigns) await this.#store.campaigns.add(campaign, newDialState(false));
    for (let each = 0; each < this.#plan.processes; each += 1) this.#boot();
    if (this.#plan.isCapped) for (const orgId of Object.keys(this.#plan.limits)) await this.#cap(orgId);
    for (const campaign of this.#plan.campaigns) this.#ask((process) => process.move(campaign, 'start'));
    while (this.#true.monotonic() < this.#plan.troubleMs) {
      this.#harmProcesses();
      for (let each = 0; each < this.#plan.meddlers; each += 1) this.#meddle(this.#chance.pick(this.#plan.campaigns));
      this.#callbackMakers?.meddle(this.#carrier.ledger);
      this.#plan.pools?.meddle(this.#plan.campaigns, this.#store.phoneNumbers, (what) => this.#ask(what));
      await this.#true.advanceAsync(this.#chance.between(1, 1_000));
    }
    const cost = { dials: this.#carrier.ledger.length, operations: this.#store.operations };
    await this.#calmDown();
    return {
      breaches: [...breaches(await this.#evidence()), ...this.#witness.offences],
      ledger: this.#carrier.ledger,
      refusals: refusalsOf(this.#witness),
      listChanges: this.#suppressed.length,
      kills: this.#processes.kills,
      ...{ simulatedMs: this.#true.monotonic(), cost },
    };
  }

  /** The clock on the wall may be set; time itself only passes. */
  get #clock() {
    const { monotonic, after } = this.#true;
    return { monotonic, after, now: () => new Date(this.#true.now().getTime() + this.#wallOffset) };
  }

  #boot(): void {
    const life = new Life(this.#clock, this.#chance, this.#plan.weather);
    const parts = this.#witness.watch(this.#store);
    const spoiled = this.#mutant?.spoil?.(parts) ?? parts;
    this.#processes.add(new Process(life, spoiled, this.#carrier as never, this.#surroundings, () => this.#tickMs));
  }

  /** Has one of the living processes do something; what it refuses is refused. */
  #ask(what: (process: Process) => Promise<unknown>): void {
    const living = this.#processes.living;
    if (living.length > 0) void what(this.#chance.pick(living)).catch(() => undefined);
  }

  /** Delivers webhooks until one is accepted. For an answered call, the runtime also stores metrics. */
  #callBack(entry: Entry, patch: CallPatch): void {
    const { callId, from } = entry;
    let isTaken = false;
    this.#ask((process) => process.update(orgOf(from), callId, patch).finally(() => (isTaken = true)));
    this.#true.after(CALL_BACK_AGAIN_MS, () => {
      if (!isTaken) this.#callBack(entry, patch);
    });
    if (patch.call_response === 'answered')
      this.#ask((process) => process.measure(orgOf(from), callId, measurement(this.#true.monotonic())));
  }

  #harmProcesses(): void {
    const { happens, pick, between } = this.#chance;
    const living = this.#processes.living;
    if (living.length === 0) return this.#boot();
    if (living.length < Math.max(MOST_PROCESSES, this.#plan.processes) && happens(0.03)) this.#boot();
    if (this.#plan.weather.kill > 0 && happens(0.01)) pick(living).life.kill();
    if (happens(0.01)) pick(living).life.freeze(between(100, 30_000));
    if (this.#plan.jumps && happens(0.01)) this.#wallOffset += between(-90_000, 90_000);
  }

  #meddle(campaign: Campaign): void {
    const { happens } = this.#chance;
    if (happens(0.03)) this.#pause(campaign);
    if (happens(0.06)) this.#ask((process) => process.move(campaign, 'resume'));
    if (happens(0.03)) this.#ask((process) => process.change(campaign, drawChanges(this.#chance)));
    if (this.#plan.variants.happens(0.03)) this.#ask((process) => process.reweight(campaign, this.#plan.variants));
    if (happens(this.#plan.removal)) this.#remove(campaign);
    if (campaign.total_rows > 0 && happens(0.04)) this.#suppress(campaign);
    if (this.#plan.isCapped && happens(0.01)) void this.#cap(campaign.org_id);
  }

  /** After the response to a pause, nothing may be dialled until the campaign runs again. */
  #pause(campaign: Campaign): void {
    this.#ask(async (process) => {
      await process.move(campaign, 'pause');
      this.#hush(campaign);
    });
  }

  /** After a number was suppressed it may not be dialled until it may again be. */
  #suppress({ org_id: orgId, source_id, total_rows }: Campaign): void {
    const numbers = this.#plan.sources[source_id]?.numbers ?? 0;
    const number = contactNumber(numbers, this.#chance.between(0, total_rows - 1));
    const before = this.#suppressed.find((each) => each.number === number && each.orgId === orgId);
    if (!before) {
      const suppressed: SuppressedNumber = { orgId, number, from: Infinity, until: Infinity };
      this.#suppressed.push(suppressed);
      this.#ask(async (process) => {
        await process.suppress(orgId, number);
        suppressed.from = this.#true.monotonic();
      });
    } else {
      before.until = Math.min(before.until, this.#true.monotonic());
      this.#ask((process) => process.allow(orgId, number));
    }
  }

  /** After a change of the caps was answered, the new ones hold. The first ones are there before anything begins. */
  async #cap(orgId: string): Promise<void> {
    const caps = this.#plan.drawCaps(this.#chance);
    const inForce: CapsInForce = { orgId, caps, since: this.#true.monotonic(), answered: Infinity };
    const isFirst = this.#caps.every((each) => each.orgId !== orgId);
    this.#caps.push(inForce);
    if (isFirst) {
      await this.#store.dialCaps.put(orgId, caps);
      inForce.answered = inForce.since;
    } else
      this.#ask(async (process) => {
        await process.cap(orgId, caps);
        inForce.answered = this.#true.monotonic();
      });
  }

  /** After a removal has been answered nothing may be dialled at all. */
  #remove(campaign: Campaign): void {
    this.#removed.add(campaign.campaign_id);
    this.#ask(async (process) => {
      await process.remove(campaign);
      this.#hush(campaign);
    });
  }

  #hush({ campaign_id: campaignId }: Campaign): void {
    if (this.#witness.latest(campaignId)?.state === 'running') return;
    this.#quiet.push({ campaignId, from: this.#true.monotonic() });
  }

  /** Nothing goes wrong any more: everything must come to its end. */
  async #calmDown(): Promise<void> {
    this.#carrier.mood = CALM;
    this.#store.phoneNumbers.restore();
    Object.assign(this.#plan.weather, { kill: 0, deadly: null, latencyMs: 0, hiccup: 0 });
    this.#tickMs = CALM_TICK_MS;
    for (const { life } of this.#processes.living.slice(1)) life.kill();
    this.#boot();
    const until = this.#true.monotonic() + (this.#plan.isSlow ? SLOW_TIMEOUT_MS : TIMEOUT_MS);
    while (this.#true.monotonic() < until) {
      const campaigns = await this.#store.campaignsOf(Object.keys(this.#plan.limits));
      if (campaigns.every(({ state }) => state === 'completed')) break;
      for (const campaign of campaigns) this.#help(campaign);
      const dialled = this.#carrier.ledger.length;
      await this.#true.advanceAsync(2 * this.#tickMs);
      // Contacts may wait for hours or days.
      const isWaiting = this.#plan.isSlow && dialled === this.#carrier.ledger.length && this.#witness.isIdle;
      this.#tickMs = isWaiting ? WAITING_TICK_MS : CALM_TICK_MS;
    }
    // Leases of the last calls run out, too, and are reconciled, also where the processes had nothing to do for hours.
    this.#tickMs = CALM_TICK_MS;
    this.#boot();
    await this.#true.advanceAsync(LAST_LEASES_MS);
  }

  /** Completes operations that were started: starts stopped campaigns and repeats deletions. */
  #help(campaign: Campaign): void {
    if (this.#removed.has(campaign.campaign_id)) return this.#ask((process) => process.remove(campaign));
    if (campaign.state === 'created') this.#ask((process) => process.move(campaign, 'start'));
    if (campaign.state === 'paused') this.#ask((process) => process.move(campaign, 'resume'));
  }

  async #evidence(): Promise<Evidence> {
    return {
      ...(await this.#store.everything()),
      planned: this.#plan.campaigns.filter(({ campaign_id }) => !this.#removed.has(campaign_id)),
      ledger: this.#carrier.ledger,
      witness: this.#witness,
      quiet: this.#quiet,
      suppressed: this.#suppressed,
      caps: this.#caps,
      callbacks: this.#callbackMakers?.all ?? [],
      ...{ numbers: this.#store.phoneNumbers, analyses: this.#analyses },
      startedAt: this.#true.now().getTime() - this.#true.monotonic(),
      ...{ limits: this.#plan.limits, dialsPerSecond: this.#plan.dialsPerSecond },
      isClockSteady: !this.#plan.jumps,
    };
  }
}
