import { isLive } from '../../domain/calls/call-log.ts';
import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { Clock } from '../ports/clock.ts';
import type { EarlierConversations } from '../ports/earlier-conversations.ts';
import type { Log } from '../ports/log.ts';
import type { QueuedRunRepository } from '../ports/queued-runs.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';

export interface CallbackPorts {
  readonly calls: CallRepository;
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
  const variables = { ...context_variables, ...(await earlierOf(ports, run.org_id, callback.call_id)) };
  await refreshCall(ports, run, variables);
  return ports.runs.change(run, {
    callback: { ...callback, is_prepared: true },
    context_variables: variables,
    updated_at: ports.clock.now().toISOString(),
  });
}

/** The call of an attempt that the carrier refused, before the callback was moved, has the variables of that time. */
async function refreshCall(
  { calls }: CallbackPorts,
  { org_id, call_id }: QueuedRun,
  variables: QueuedRun['context_variables'],
): Promise<void> {
  if (call_id === null) return;
  await retryOnConflict('The call kept changing. Try again.', async () => {
    const call = await calls.find(org_id, call_id);
    if (!call || !isLive(call.status)) return;
    return (await calls.update(org_id, call_id, call, { custom_variables: variables })) === null ? 'again' : undefined;
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
