import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import { seen, type Mutant } from './mutant.ts';
import type { Parts } from './store.ts';

/** Guards of callbacks taken away. */
export const CALLBACK_MUTANTS: readonly Mutant[] = [
  {
    name: 'callbacks that are counted are forgotten when they are not queued at once',
    spoil: (parts) =>
      seen(parts, ({ gate, ...rest }) => ({
        ...rest,
        gate: gate.callbacks ? { ...gate, callbacks: { ...gate.callbacks, unwritten: [] } } : gate,
      })),
  },
  {
    name: 'callbacks are queued before they are counted',
    spoil: (parts) => ({
      ...parts,
      campaigns: {
        ...parts.campaigns,
        async change(record, change, events) {
          const unwritten = change.gate?.callbacks?.unwritten ?? [];
          await parts.runs.addAll(unwritten);
          return parts.campaigns.change(record, change, events);
        },
      },
    }),
  },
  {
    name: 'callbacks are not counted in their campaign',
    spoil: (parts) => ({
      ...parts,
      campaigns: {
        ...parts.campaigns,
        change(record, change, events) {
          const { total_rows: total, ...rest } = change.campaign ?? {};
          const isCallback = change.gate?.callbacks !== undefined && total !== undefined;
          return parts.campaigns.change(record, isCallback ? { ...change, campaign: rest } : change, events);
        },
      },
    }),
  },
  {
    name: 'the agreed time is not waited for',
    spoil: (parts) => ({
      ...parts,
      runs: {
        ...parts.runs,
        addAll: (added) => parts.runs.addAll(added.map((run) => (run.callback ? { ...run, not_before: null } : run))),
      },
    }),
  },
  {
    name: 'a canceled callback stays as it was',
    spoil: (parts) => ({
      ...parts,
      runs: {
        ...parts.runs,
        change: async (run, changes) =>
          changes.callback?.canceled_at === undefined ? parts.runs.change(run, changes) : { ...run, ...changes },
      },
    }),
  },
  {
    name: 'a callback is not told what the call before was about',
    spoil: (parts) => ({
      ...parts,
      runs: {
        ...parts.runs,
        change(run, { context_variables: variables, ...changes }) {
          return parts.runs.change(
            run,
            changes.callback?.is_prepared || !variables ? changes : { ...changes, context_variables: variables },
          );
        },
      },
    }),
  },
  {
    name: 'a moved callback keeps its first time',
    spoil: (parts) => ({
      ...parts,
      runs: {
        ...parts.runs,
        change: (run, { not_before: time, ...changes }) =>
          parts.runs.change(
            run,
            changes.callback_at === undefined && time !== undefined ? { ...changes, not_before: time } : changes,
          ),
      },
    }),
  },
  {
    name: 'a person who is called back is retried as well',
    spoil: (parts) => ofPersons(parts, ({ callback: _callback, ...run }) => run),
  },
  {
    name: 'a callback is made however late',
    spoil: (parts) => ({
      ...parts,
      runs: {
        ...parts.runs,
        async due(...args) {
          const due = await parts.runs.due(...args);
          return { ...due, runs: due.runs.map((run) => withTime(run, '9999-01-01T00:00:00.000Z')) };
        },
        change: (run, changes) =>
          parts.runs.change(
            run,
            changes.callback && run.callback_at ? withTime(changes, changes.callback_at ?? run.callback_at) : changes,
          ),
      },
    }),
  },
];

const ofPersons = (parts: Parts, alter: (run: QueuedRun) => QueuedRun): Parts => ({
  ...parts,
  runs: { ...parts.runs, ofPersons: async (...args) => (await parts.runs.ofPersons(...args)).map(alter) },
});

const withTime = <T extends Partial<QueuedRun>>(run: T, at: string): T =>
  run.callback ? { ...run, callback: { ...run.callback, at } } : run;
