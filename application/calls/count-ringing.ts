import { isLive } from '../../domain/calls/call-log.ts';
import { parseUtc } from '../../domain/calls/iso-date.ts';
import type { CallLeases } from '../ports/call-leases.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { Clock } from '../ports/clock.ts';

/** More are not looked at: whoever waits for so many waits as long as it may anyway. */
const LEASES_MAX = 500;

interface Ports {
  readonly calls: CallRepository;
  readonly leases: CallLeases;
  readonly clock: Clock;
}

/**
 * How many telephone calls of any organisation still ring, or wait for their media stream, that were registered until this
 * moment: somebody may pick up, and a runtime has to answer. Browsers are not counted: they come, or they do not.
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
