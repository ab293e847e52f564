import { disabling, isDead, isHopeless } from '../../domain/events/endpoint-health.ts';
import { isAccepted, PARKED, type EventDelivery } from '../../domain/events/event-delivery.ts';
import type { EventEndpoint } from '../../domain/events/event-endpoint.ts';
import type { FairSlots } from '../fair-slots.ts';
import { Rounds } from '../rounds.ts';
import { changeHealth, deliver, type DeliveryPorts } from './deliver.ts';

/** How long the lease of an organisation lasts: after a crash another process takes over then. In ms. */
const LEASE_MS = 5_000;
/** A lease is renewed when less than this is left. In ms. */
const RENEWED_AT_MS = 3_500;
/** Most requests to one endpoint at once. It begins with one, gets one more with each success, and falls to one. */
const REQUESTS_MAX = 32;
/** An answer after this counts like a failure for the number of requests at once. In ms. */
const SLOW_MS = 3_000;
/** Due deliveries read beyond those that may start, since some wait for others of their subject. */
const SPARE = 8;
/** Due deliveries read when those do not suffice. */
const FURTHER = [128, 1_024] as const;
/** How long the number of requests that an endpoint may have is known, in ms. */
const KNOWN_MS = 60_000;
/** Deliveries parked at once. */
const PARKED_AT_ONCE = 500;

/** Requests to one endpoint. */
interface Traffic {
  /** Subjects with a request under way. */
  readonly subjects: Set<string>;
  allowed: number;
}

/**
 * Delivers the events of one organisation while this process has its lease. Events of a subject go to an endpoint one
 * after the other. Endpoints do not wait for each other, and one that is slow or fails has one request at a time.
 */
export class OrganisationDeliveries {
  readonly #ports: DeliveryPorts;
  readonly #orgId: string;
  readonly #owner: string;
  readonly #requests: FairSlots;
  readonly #traffic = new Map<string, Traffic>();
  readonly #underWay = new Set<Promise<void>>();
  /** Endpoints whose deliveries may be due. */
  #woken = new Set<string>();
  readonly #rounds: Rounds;
  #leaseEnd = 0;
  /** On the monotonic clock, in ms. */
  #usedAt: number;

  constructor(ports: DeliveryPorts, orgId: string, owner: string, requests: FairSlots) {
    this.#ports = ports;
    this.#orgId = orgId;
    this.#owner = owner;
    this.#requests = requests;
    this.#usedAt = ports.clock.monotonic();
    this.#rounds = new Rounds(
      () => this.#startWoken(),
      (error) => ports.log.error('events.delivery_failed', { org_id: orgId, error }),
    );
  }

  get isIdle(): boolean {
    return !this.#rounds.isRunning && this.#underWay.size === 0;
  }

  /** Whether it has been idle for a minute, after which the limits of its endpoints are out of date. */
  get isForgettable(): boolean {
    return this.isIdle && this.#ports.clock.monotonic() - this.#usedAt > KNOWN_MS;
  }

  /** Deliveries to these endpoints may be due. Never rejects: what fails is tried again at the next tick. */
  wake(endpointIds: readonly string[]): void {
    this.#usedAt = this.#ports.clock.monotonic();
    for (const id of endpointIds) this.#woken.add(id);
    this.#rounds.wake();
  }

  async stop(): Promise<void> {
    await this.#rounds.stop();
    await Promise.all(this.#underWay);
    if (this.#leaseEnd > 0) await this.#ports.eventLeases.release(this.#orgId, this.#owner);
  }

  async #startWoken(): Promise<boolean> {
    const woken = this.#woken;
    this.#woken = new Set();
    if ((await this.#hasLease()) && woken.size > 0) await this.#startDue(woken);
    return false;
  }

  async #hasLease(): Promise<boolean> {
    const { eventLeases, clock } = this.#ports;
    const now = clock.now();
    if (this.#leaseEnd - now.getTime() > RENEWED_AT_MS) return true;
    const until = new Date(now.getTime() + LEASE_MS);
    const lease = { org_id: this.#orgId, owner: this.#owner, until: until.toISOString() };
    const isOwn = (await eventLeases.acquire(lease, now.toISOString())) !== null;
    this.#leaseEnd = isOwn ? until.getTime() : 0;
    return isOwn;
  }

  async #startDue(woken: ReadonlySet<string>): Promise<void> {
    const endpoints = await this.#ports.eventEndpoints.list(this.#orgId);
    const enabled = new Map(endpoints.filter(isEnabled).map((endpoint) => [endpoint.endpoint_id, endpoint] as const));
    const starts = [...woken].map((endpointId) => {
      const endpoint = enabled.get(endpointId);
      return endpoint ? this.#startDueOf(endpoint) : this.#park(endpointId);
    });
    await Promise.all(starts);
  }

  async #startDueOf(endpoint: EventEndpoint): Promise<void> {
    const { endpoint_id } = endpoint;
    const traffic = this.#traffic.get(endpoint_id) ?? { subjects: new Set<string>(), allowed: 1 };
    this.#traffic.set(endpoint_id, traffic);
    for (const limit of [traffic.allowed + SPARE, ...FURTHER]) {
      if (traffic.subjects.size >= traffic.allowed) return;
      const now = this.#ports.clock.now();
      const due = await this.#ports.eventDeliveries.due(endpoint_id, now.toISOString(), limit);
      if (due.some((delivery) => isHopeless(delivery, endpoint, now))) return this.#parkHopeless(endpoint);
      await this.#startAmong(due, endpoint, traffic);
      if (due.length < limit) return;
    }
  }

  async #startAmong(all: readonly EventDelivery[], endpoint: EventEndpoint, traffic: Traffic): Promise<void> {
    const now = this.#ports.clock.now().toISOString();
    for (const due of all) {
      if (traffic.subjects.size >= traffic.allowed || this.#rounds.isStopped) return;
      if (traffic.subjects.has(due.subject)) continue;
      const next = await this.#nextOf(due, now);
      if (next) this.#start(endpoint, next, traffic);
    }
  }

  /** The delivery to send for a due one: the first of its subject. Null while that one waits for its next attempt. */
  async #nextOf(due: EventDelivery, now: string): Promise<EventDelivery | null> {
    const { eventDeliveries } = this.#ports;
    const first = await eventDeliveries.first(due.endpoint_id, due.subject);
    if (!first?.due_at || first.due_at <= now) return first;
    // Moved behind the first one, so that it is not read again and again.
    await eventDeliveries.change(due.endpoint_id, due.event_id, { due_at: first.due_at });
    return null;
  }

  #start(endpoint: EventEndpoint, delivery: EventDelivery, traffic: Traffic): void {
    traffic.subjects.add(delivery.subject);
    const work = this.#send(endpoint, delivery, traffic).finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
  }

  async #send(endpoint: EventEndpoint, delivery: EventDelivery, traffic: Traffic): Promise<void> {
    try {
      const attempt = await this.#requests.run(this.#orgId, () => deliver(this.#ports, endpoint, delivery));
      const isFine = isAccepted(attempt) && attempt.duration_ms < SLOW_MS;
      traffic.allowed = isFine ? Math.min(traffic.allowed + 1, REQUESTS_MAX) : 1;
    } catch (error) {
      // Continues at the next tick, so that a store that fails is not asked without a pause.
      this.#ports.log.error('events.attempt_not_recorded', { event_id: delivery.event_id, error });
      return;
    } finally {
      traffic.subjects.delete(delivery.subject);
    }
    this.wake([endpoint.endpoint_id]);
  }

  /** Parks due deliveries of an endpoint that is disabled or deleted. */
  async #park(endpointId: string): Promise<void> {
    const { eventDeliveries, clock } = this.#ports;
    this.#traffic.delete(endpointId);
    await this.#parkAll(endpointId, await eventDeliveries.due(endpointId, clock.now().toISOString(), PARKED_AT_ONCE));
  }

  /** Parks what an endpoint has not accepted for 24 hours. It has one request at a time: not each can be attempted. */
  async #parkHopeless(endpoint: EventEndpoint): Promise<void> {
    const { eventDeliveries, clock } = this.#ports;
    const now = clock.now();
    const due = await eventDeliveries.due(endpoint.endpoint_id, now.toISOString(), PARKED_AT_ONCE);
    const hopeless = due.filter(
      (delivery) => isHopeless(delivery, endpoint, now) && !this.#isUnderWay(endpoint, delivery),
    );
    await this.#parkAll(endpoint.endpoint_id, hopeless);
    if (isDead(endpoint, now)) await changeHealth(this.#ports, endpoint, disabling('failing', now));
  }

  #isUnderWay({ endpoint_id }: EventEndpoint, { subject }: EventDelivery): boolean {
    return this.#traffic.get(endpoint_id)?.subjects.has(subject) === true;
  }

  async #parkAll(endpointId: string, deliveries: readonly EventDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    const ids = deliveries.map(({ event_id }) => event_id);
    await this.#ports.eventDeliveries.changeAll(endpointId, ids, 'pending', PARKED);
    this.wake([endpointId]);
  }
}

const isEnabled = ({ state }: EventEndpoint): boolean => state === 'enabled';
