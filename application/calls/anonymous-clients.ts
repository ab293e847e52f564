import { attemptsReached, callsReached, type AnonymousLimits } from '../../domain/calls/anonymous-limits.ts';
import { limited } from '../../domain/errors.ts';
import type { LimitPorts } from '../limit-count-changes.ts';
import type { CallLease, CallLeases } from '../ports/call-leases.ts';
import { StrictLimit } from '../strict-limit.ts';

export interface ClientPorts extends LimitPorts {
  readonly leases: CallLeases;
  /** Null: no limit. */
  readonly limits: { readonly anonymousClients: AnonymousLimits | null };
}

/**
 * Limits the calls of clients without a ticket, over all organisations and runtimes. Both methods reject with `limited`.
 */
export interface AnonymousClients {
  /** Counts an attempt. */
  admit(client: string): Promise<void>;
  /** Gives a reserved call a place of its client, or releases it: of many at once as many stay as places are free. */
  place(client: string, reserved: CallLease): Promise<void>;
}

const UNLIMITED: AnonymousClients = { admit: async () => undefined, place: async () => undefined };

export function anonymousClients({ leases, limits, ...ports }: ClientPorts): AnonymousClients {
  const bounds = limits.anonymousClients;
  if (bounds === null) return UNLIMITED;
  const attempts = new StrictLimit(ports, 'anonymous call', { requests: bounds.attemptsPerMinute, windowMs: 60_000 });
  const now = (): string => ports.clock.now().toISOString();
  return {
    async admit(client) {
      const seconds = await attempts.take(client);
      if (seconds > 0) throw limited(attemptsReached(bounds), { retryAfterMs: seconds * 1_000 });
      if ((await leases.countOfClient(client, now())) >= bounds.atOnce) throw limited(callsReached(bounds));
    },
    async place(client, { org_id, call_id }) {
      const share = { client, places: bounds.atOnce };
      if (await leases.takeClientPlace({ org_id, call_id }, share, now())) return;
      await leases.release(org_id, call_id);
      throw limited(callsReached(bounds));
    },
  };
}
