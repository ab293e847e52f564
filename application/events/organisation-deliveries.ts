import { isAccepted, PARKED, type EventDelivery } from '../../domain/events/event-delivery.ts';
import type { EventEndpoint } from '../../domain/events/event-endpoint.ts';
import type { AtMost } from '../at-most.ts';
import { deliver, type DeliveryPorts } from './deliver.ts';

/** How long the lease of an organisation lasts: after a crash another process takes over then. In ms. */
const LEASE_MS = 5_000;
/** A lease is renewed when less than this is left. In ms. */
const RENEWED_AT_MS = 3_500;
/** Due deliveries read at once. */
const BATCH = 64;
/** Most requests to one endpoint at once. It begins with one, gets one more with each success, and falls to one. */
const REQUESTS_MAX = 8;
/** An answer after this counts like a failure for the number of requests at once. In ms. */
const SLOW_MS = 3_000;

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
  readonly #requests: AtMost;
  readonly #traffic = new Map<string, Traffic>();
  readonly #underWay = new Set<Promise<void>>();
  /** Endpoints with due deliveries. Those that are disabled or deleted by now get none. */
  readonly #polled = new Set<string>();
  #round: Promise<void> | null = null;
  #isWoken = false;
  #isStopped = false;
  #leaseEnd = 0;

  constructor(ports: DeliveryPorts, orgId: string, owner: string, requests: AtMost) {
    this.#ports = ports;
    this.#orgId = orgId;
    this.#owner = owner;
    this.#requests = requests;
  }

  get isIdle(): boolean {
    return this.#round === null && this.#underWay.size === 0;
  }

  /** Deliveries may be due, some to these endpoints. Never rejects: what fails is tried again at the next call. */
  wake(endpointIds: readonly string[] = []): void {
    this.#isWoken = true;
    for (const id of endpointIds) this.#polled.add(id);
    if (this.#isStopped) return;
    this.#round ??= this.#run().finally(() => (this.#round = null));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#round;
    await Promise.all(this.#underWay);
    if (this.#leaseEnd > 0) await this.#ports.eventLeases.release(this.#orgId, this.#owner);
  }

  async #run(): Promise<void> {
    try {
      while (this.#isWoken && !this.#isStopped) {
        this.#isWoken = false;
        if (await this.#hasLease()) await this.#startDue();
      }
    } catch (error) {
      this.#ports.log.error('events.delivery_failed', { org_id: this.#orgId, error });
    }
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

  async #startDue(): Promise<void> {
    const endpoints = await this.#ports.eventEndpoints.list(this.#orgId);
    const enabled = endpoints.filter(({ state }) => state === 'enabled');
    await Promise.all(enabled.map((endpoint) => this.#startDueOf(endpoint)));
    for (const { endpoint_id } of enabled) this.#polled.delete(endpoint_id);
    for (const endpointId of this.#polled) await this.#park(endpointId);
    this.#polled.clear();
  }

  async #startDueOf(endpoint: EventEndpoint): Promise<void> {
    const { endpoint_id } = endpoint;
    const traffic = this.#traffic.get(endpoint_id) ?? { subjects: new Set<string>(), allowed: 1 };
    this.#traffic.set(endpoint_id, traffic);
    if (traffic.subjects.size >= traffic.allowed) return;
    const now = this.#ports.clock.now().toISOString();
    for (const due of await this.#ports.eventDeliveries.due(endpoint_id, now, BATCH)) {
      if (traffic.subjects.size >= traffic.allowed || this.#isStopped) return;
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
      const attempt = await this.#requests.run(() => deliver(this.#ports, endpoint, delivery));
      const isFine = isAccepted(attempt) && attempt.duration_ms < SLOW_MS;
      traffic.allowed = isFine ? Math.min(traffic.allowed + 1, REQUESTS_MAX) : 1;
    } catch (error) {
      // Continues at the next tick, so that a store that fails is not asked without a pause.
      this.#ports.log.error('events.attempt_not_recorded', { event_id: delivery.event_id, error });
      return;
    } finally {
      traffic.subjects.delete(delivery.subject);
    }
    this.wake();
  }

  async #park(endpointId: string): Promise<void> {
    const { eventDeliveries, clock } = this.#ports;
    const due = await eventDeliveries.due(endpointId, clock.now().toISOString(), BATCH);
    for (const { event_id } of due) await eventDeliveries.change(endpointId, event_id, PARKED);
  }
}
