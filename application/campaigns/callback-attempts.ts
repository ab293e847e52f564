import { callbackView, type CallbackView } from '../../domain/campaigns/callback.ts';
import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import type { RunCallback } from '../../domain/campaigns/run-callback.ts';
import { missing } from '../../domain/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { QueuedRunRepository } from '../ports/queued-runs.ts';

interface Ports {
  readonly runs: Pick<QueuedRunRepository, 'find' | 'ofPersons'>;
  readonly clock: Clock;
}

/** A run that is a callback. */
export type CallbackRun = QueuedRun & { readonly callback: RunCallback };

export const isCallback = (run: QueuedRun | null): run is CallbackRun => run?.callback !== undefined;

/** A callback of an organisation. */
export async function ownCallback(
  { runs }: Pick<Ports, 'runs'>,
  orgId: string,
  callbackId: string,
): Promise<CallbackRun> {
  const found = await runs.find(callbackId);
  if (found?.org_id !== orgId || !isCallback(found)) throw missing('Callback');
  return found;
}

/** The callbacks that these runs are attempts of, each once, in their order. */
export async function callbacksOf(
  { runs }: Pick<Ports, 'runs'>,
  attempts: readonly QueuedRun[],
): Promise<readonly CallbackRun[]> {
  const found = await Promise.all(
    attempts.map(async (run) => {
      if (run.attempt === 0) return run;
      const dials = await runs.ofPersons(run.campaign_id, [run.contact_index]);
      return dials.find(({ contact_index, attempt }) => contact_index === run.contact_index && attempt === 0) ?? null;
    }),
  );
  return [...new Map(found.filter(isCallback).map((run) => [run.queued_run_id, run])).values()];
}

/** A callback with its last attempt: the campaign retries one that was not reached. */
export const viewOf = async (ports: Ports, run: CallbackRun): Promise<CallbackView> =>
  callbackView(run, ports.clock.now(), await lastAttempt(ports, run));

/** The last attempt, of the callback itself or of its retries. */
export async function lastAttempt({ runs }: Pick<Ports, 'runs'>, run: CallbackRun): Promise<CallbackRun> {
  const { state, is_final, campaign_id, contact_index, callback } = run;
  if (state !== 'done' || is_final) return run;
  const attempts = (await runs.ofPersons(campaign_id, [contact_index])).filter(
    (each) => each.contact_index === contact_index,
  );
  return attempts.reduce<CallbackRun>(
    (last, each) => (each.attempt > last.attempt ? { callback, ...each } : last),
    run,
  );
}
