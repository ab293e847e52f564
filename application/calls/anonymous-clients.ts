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
  /** Releases a reserved call that is one too many: of several at the same moment, those that were reserved last. */
  confirm(client: string, reserved: CallLease): Promise<void>;
}

const UNLIMITED: AnonymousClients = { admit: async () => undefined, confirm: async () => undefined };

export function anonymousClients({ leases, limits, ...ports }: ClientPorts): AnonymousClients {
  const bounds = limits.anonymousClients;
  if (bounds === null) return UNLIMITED;
  const attempts = new StrictLimit(ports, 'anonymous call', { requests: bounds.attemptsPerMinute, windowMs: 60_000 });
  const count = (client: string): Promise<number> => leases.countOfClient(client, ports.clock.now().toISOString());
  return {
    async admit(client) {
      const seconds = await attempts.take(client);
      if (seconds > 0) throw limited(attemptsReached(bounds), { retryAfterMs: seconds * 1_000 });
      if ((await count(client)) >= bounds.atOnce) throw limited(callsReached(bounds));
    },
    async confirm(client, { org_id, call_id }) {
      if ((await count(client)) <= bounds.atOnce) return;
      await leases.release(org_id, call_id);
      throw limited(callsReached(bounds));
    },
  };
}
