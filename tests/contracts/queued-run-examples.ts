import { newQueuedRun, type QueuedRun } from '../../domain/campaigns/queued-run.ts';

export const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString();

export const run = (id: string, contact_index: number, more: Partial<QueuedRun> = {}): QueuedRun => ({
  ...newQueuedRun(
    {
      queued_run_id: id,
      campaign_id: 'c1',
      org_id: 'o1',
      contact_index,
      phone_number: '+15550100000',
      context_variables: { name: 'Ann' },
      attempt: 0,
      not_before: null,
    },
    new Date(at(0)),
  ),
  ...more,
});

export const ids = (runs: readonly QueuedRun[]): string[] => runs.map(({ queued_run_id }) => queued_run_id);
