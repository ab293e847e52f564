import type { EventDelivery } from '../../domain/events/event-delivery.ts';
import { FairSlots } from '../fair-slots.ts';
import type { DeliveryPorts } from './deliver.ts';
import { OrganisationDeliveries } from './organisation-deliveries.ts';

/** Requests of one process at once. Those that take long leave room for others, up to a second limit. */
const REQUESTS = { limit: 512, perKey: 64, slowMs: 3_000, slowLimit: 4_096 } as const;

/** How often all due deliveries are looked for, in ms. In between, those that became due. */
const ALL_EVERY_MS = 10_000;
/** A delivery can be stored this long after the time at which it is due, in ms. */
const OVERLAP_MS = 3_000;

/** Delivers events. Every API process has one. Processes share the work by leases of organisations. */
export class DeliveryEngine {
  readonly #ports: DeliveryPorts;
  readonly #owner: string;
  readonly #requests: FairSlots;
  readonly #organisations = new Map<string, OrganisationDeliveries>();
  #isStopped = false;
  /** When due deliveries were last looked for, and all of them. On the monotonic clock, in ms. */
  #lookedAt: number | null = null;
  #lookedAtAllAt = 0;

  constructor(ports: DeliveryPorts) {
    this.#ports = ports;
    this.#owner = ports.ids.next();
    this.#requests = new FairSlots({ clock: ports.clock, ...REQUESTS });
  }

  /** Finds deliveries that are due again, those of other processes, and leftovers of crashes. Renews leases. */
  async tick(): Promise<void> {
    if (this.#isStopped) return;
    const due = await this.#findDue();
    const endpoints = new Map<string, string[]>();
    for (const { org_id, endpoint_id } of due) endpoints.set(org_id, [...(endpoints.get(org_id) ?? []), endpoint_id]);
    for (const [orgId, ids] of endpoints) this.wake(orgId, ids);
    for (const [orgId, deliveries] of this.#organisations) {
      if (endpoints.has(orgId)) continue;
      if (!deliveries.isIdle) deliveries.wake([]);
      else if (deliveries.isForgettable) this.#organisations.delete(orgId);
    }
  }

  /** The endpoints with deliveries that became due since the last call, and at times all with due deliveries. */
  async #findDue(): Promise<Pick<EventDelivery, 'org_id' | 'endpoint_id'>[]> {
    const { eventDeliveries, clock } = this.#ports;
    const [now, at] = [clock.now(), clock.monotonic()];
    const isAll = this.#lookedAt === null || at - this.#lookedAtAllAt >= ALL_EVERY_MS;
    const since = new Date(now.getTime() - (at - (this.#lookedAt ?? at)) - OVERLAP_MS).toISOString();
    const due = await eventDeliveries.endpointsWithDue(now.toISOString(), isAll ? null : since);
    this.#lookedAt = at;
    if (isAll) this.#lookedAtAllAt = at;
    return due;
  }

  /** Notifies the engine that deliveries to these endpoints of an organisation may be due. */
  wake(orgId: string, endpointIds: readonly string[]): void {
    if (this.#isStopped) return;
    const deliveries =
      this.#organisations.get(orgId) ?? new OrganisationDeliveries(this.#ports, orgId, this.#owner, this.#requests);
    this.#organisations.set(orgId, deliveries);
    deliveries.wake(endpointIds);
  }

  /** Starts no further request and waits for those under way. Then other processes can take over at once. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([...this.#organisations.values()].map((deliveries) => deliveries.stop()));
  }
}
