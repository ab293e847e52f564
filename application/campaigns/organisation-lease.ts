import type { Clock } from '../ports/clock.ts';
import type { EngineLeases } from '../ports/campaign-engine-leases.ts';
import { isoAfter } from '../../domain/expiry.ts';

export interface LeasePorts {
  readonly clock: Clock;
  readonly engineLeases: EngineLeases;
}

/** Lifetime of an organisation's lease, in ms. It is renewed after half of it. */
export const LEASE_MS = 10_000;

/** The lease with which one engine at a time dials for an organisation. */
export class OrganisationLease {
  readonly #ports: LeasePorts;
  readonly #of: { readonly org_id: string; readonly owner: string };
  #current: { readonly epoch: number; readonly renewAt: number } | null = null;

  constructor(ports: LeasePorts, orgId: string, owner: string) {
    this.#ports = ports;
    this.#of = { org_id: orgId, owner };
  }

  /** Acquires or renews the lease and returns its epoch, or null while another engine owns it. */
  async acquire(): Promise<number | null> {
    const { clock, engineLeases } = this.#ports;
    if (this.#current && clock.monotonic() < this.#current.renewAt) return this.#current.epoch;
    const now = clock.now();
    const until = isoAfter(now, LEASE_MS);
    const renewAt = clock.monotonic() + LEASE_MS / 2;
    const epoch = await engineLeases.acquire({ ...this.#of, until }, now.toISOString());
    this.#current = epoch === null ? null : { epoch, renewAt };
    return epoch;
  }

  /** Whether this engine owned the organisation when it last acquired or renewed the lease. */
  get isOwned(): boolean {
    return this.#current !== null;
  }

  release(): Promise<void> {
    this.#current = null;
    return this.#ports.engineLeases.release(this.#of.org_id, this.#of.owner);
  }
}
