import { AtMost } from '../at-most.ts';
import type { DeliveryPorts } from './deliver.ts';
import { OrganisationDeliveries } from './organisation-deliveries.ts';

/** Most requests of one process at once, of all organisations. */
const REQUESTS_MAX = 512;

/** Delivers events. Every API process has one. Processes share the work by leases of organisations. */
export class DeliveryEngine {
  readonly #ports: DeliveryPorts;
  readonly #owner: string;
  readonly #requests = new AtMost(REQUESTS_MAX);
  readonly #organisations = new Map<string, OrganisationDeliveries>();
  #isStopped = false;

  constructor(ports: DeliveryPorts) {
    this.#ports = ports;
    this.#owner = ports.ids.next();
  }

  /** Finds deliveries that are due again, those of other processes, and leftovers of crashes. Renews leases. */
  async tick(): Promise<void> {
    if (this.#isStopped) return;
    const { eventDeliveries, clock } = this.#ports;
    const due = await eventDeliveries.endpointsWithDue(clock.now().toISOString());
    const endpoints = new Map<string, string[]>();
    for (const { org_id, endpoint_id } of due) endpoints.set(org_id, [...(endpoints.get(org_id) ?? []), endpoint_id]);
    for (const [orgId, ids] of endpoints) this.wake(orgId, ids);
    for (const [orgId, deliveries] of this.#organisations) {
      if (endpoints.has(orgId)) continue;
      if (!deliveries.isIdle) deliveries.wake();
      else this.#organisations.delete(orgId);
    }
  }

  /** Notifies the engine that deliveries of this organisation may be due, some to these endpoints. */
  wake(orgId: string, endpointIds: readonly string[] = []): void {
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
