import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import type { Clock } from '../ports/clock.ts';
import type { EarlierConversations } from '../ports/earlier-conversations.ts';
import type { Log } from '../ports/log.ts';
import type { QueuedRunRepository } from '../ports/queued-runs.ts';

export interface CallbackPorts {
  readonly runs: QueuedRunRepository;
  readonly earlierConversations: EarlierConversations;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The due runs, callbacks with the earlier conversation as their variables. It is read when the callback is due, because its
 * analysis follows the call. A callback whose conversation cannot be read is made without it: it was promised.
 */
export async function preparedRuns(ports: CallbackPorts, due: readonly QueuedRun[]): Promise<readonly QueuedRun[]> {
  if (due.every(({ callback }) => !callback || callback.is_prepared)) return due;
  const prepared = await Promise.all(due.map((run) => preparedRun(ports, run)));
  return prepared.filter((run) => run !== null);
}

/** Null: another engine, or a member, has changed it. */
async function preparedRun(ports: CallbackPorts, run: QueuedRun): Promise<QueuedRun | null> {
  const { callback, context_variables } = run;
  if (!callback || callback.is_prepared) return run;
  const earlier = await earlierOf(ports, run.org_id, callback.call_id);
  return ports.runs.change(run, {
    callback: { ...callback, is_prepared: true },
    context_variables: { ...context_variables, ...earlier },
    updated_at: ports.clock.now().toISOString(),
  });
}

async function earlierOf({ earlierConversations, log }: CallbackPorts, orgId: string, callId: string) {
  try {
    return await earlierConversations.variablesOf(orgId, callId);
  } catch (error) {
    log.error('callbacks.conversation_not_read', { org_id: orgId, call_id: callId, error });
    return {};
  }
}
