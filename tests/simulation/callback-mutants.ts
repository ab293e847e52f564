import { seen, type Mutant } from './mutant.ts';

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
];
