import { isLive } from '../../domain/calls/call-log.ts';
import { parseUtc } from '../../domain/calls/iso-date.ts';
import type { CallLeases } from '../ports/call-leases.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { Clock } from '../ports/clock.ts';

/** Maximum leases read. A runtime that waits for more waits its full time anyway. */
const LEASES_MAX = 500;

interface Ports {
  readonly calls: CallRepository;
  readonly leases: CallLeases;
  readonly clock: Clock;
}

/**
 * Counts telephone calls of all organisations, registered until this time, that ring or wait for their media stream: a
 * runtime must be there to answer them. Web calls are not counted.
 */
export const countRinging =
  ({ calls, leases, clock }: Ports) =>
  async (registeredUntil: string): Promise<{ calls: number }> => {
    const until = parseUtc(registeredUntil, 'registered_until').toISOString();
    const unclaimed = await leases.unclaimed(clock.now().toISOString(), LEASES_MAX);
    const found = await Promise.all(unclaimed.map(({ org_id, call_id }) => calls.find(org_id, call_id)));
    const ringing = found.filter(
      (call) => call !== null && call.call_type !== 'web' && isLive(call.status) && call.created_at <= until,
    );
    return { calls: ringing.length };
  };
