import {
  startedEvent,
  auditOutcomeOf,
  targetId,
  type Actor,
  type AuditOutcome,
  type AuditedAction,
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

/** Work to audit, and the id of what its result created. */
export interface AuditedWork<T> {
  readonly run: () => Promise<T> | T;
  readonly madeBy?: (result: T) => string | undefined;
  /** Whether an error unknown to the core means that nothing was done. */
  readonly isRefusal?: (error: unknown) => boolean;
}

/**
 * Runs work with an audit event. The event is stored first: work that cannot be audited does not run. The outcome is
 * added afterwards; if that fails or the process dies, the event stays `unfinished`.
 */
export const runAudited =
  ({ auditEvents, ids, clock, log }: Ports) =>
  async <T>(
    action: AuditedAction,
    actor: Actor,
    origin: Origin,
    { run, madeBy, isRefusal }: AuditedWork<T>,
  ): Promise<T> => {
    const event = startedEvent(ids.next(), action, actor, origin, clock.now());
    await auditEvents.add(event);
    const recordOutcome = (outcome: AuditOutcome, made?: string): Promise<void> =>
      auditEvents
        .recordOutcome(event.event_id, outcome, made && targetId(made))
        .catch((error: unknown) =>
          log.error('audit.outcome_not_recorded', { event_id: event.event_id, outcome, error }),
        );
    try {
      const result = await run();
      await recordOutcome('done', madeBy?.(result));
      return result;
    } catch (error) {
      const outcome = isRefusal?.(error) ? 'refused' : auditOutcomeOf(error);
      if (outcome !== 'unfinished') await recordOutcome(outcome);
      throw error;
    }
  };
