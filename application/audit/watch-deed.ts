import {
  begunEvent,
  outcomeOf,
  type Actor,
  type AuditOutcome,
  type Deed,
  type Origin,
} from '../../domain/audit/event.ts';
import type { AuditEventRepository } from '../ports/audit-events.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { Log } from '../ports/log.ts';

interface Ports {
  readonly auditEvents: AuditEventRepository;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Has something done that leaves a trace. The trace comes first: what cannot be written down is not done. How it ended
 * is added afterwards; when that fails, or the process dies on the way, the trace stays, as unfinished.
 */
export const watchDeed =
  ({ auditEvents, ids, clock, log }: Ports) =>
  async <T>(deed: Deed, actor: Actor, origin: Origin, work: () => Promise<T> | T): Promise<T> => {
    const event = begunEvent(ids.next(), deed, actor, origin, clock.now());
    await auditEvents.add(event);
    const settle = (outcome: AuditOutcome): Promise<void> =>
      auditEvents
        .settle(event.event_id, outcome)
        .catch((error: unknown) => log.error('audit.not_settled', { event_id: event.event_id, outcome, error }));
    try {
      const result = await work();
      await settle('done');
      return result;
    } catch (error) {
      const outcome = outcomeOf(error);
      if (outcome !== 'unfinished') await settle(outcome);
      throw error;
    }
  };
