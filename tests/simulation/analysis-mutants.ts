import { toDone } from '../../domain/campaigns/queued-run.ts';
import { seen, type Mutant } from './mutant.ts';
import type { Parts } from './store.ts';

/** Guards of retries that the analysis decides taken away. */
export const ANALYSIS_MUTANTS: readonly Mutant[] = [
  {
    name: 'the analysis of a call is not waited for',
    spoil: (parts) =>
      seen(parts, ({ campaign, ...rest }) => {
        const { by_analysis: _analysed, ...retry_config } = campaign.retry_config;
        return { ...rest, campaign: { ...campaign, retry_config } };
      }),
  },
  {
    name: 'the analysis of a call is waited for without an end',
    spoil: (parts) =>
      ended(parts, (changes) =>
        changes.judging ? { ...changes, judging: { ...changes.judging, until: '9999-12-31T23:59:59.999Z' } } : changes,
      ),
  },
  {
    name: 'a run is done before it is judged',
    spoil: (parts) =>
      ended(parts, (changes) =>
        changes.state === 'judging' ? toDone('answered', true, new Date(changes.updated_at!)) : changes,
      ),
  },
  {
    name: 'a judged run is not looked at again',
    spoil: (parts) => ended(parts, (changes) => (changes.judging ? { ...changes, lease_until: null } : changes)),
  },
  {
    name: 'decisions are counted again at each look',
    spoil: (parts) => ended(parts, (changes) => (changes.decision ? { ...changes, state: 'judging' } : changes)),
  },
];

type Changes = Parameters<Parts['runs']['change']>[1];

/** Runs whose ends are changed. */
const ended = (parts: Parts, alter: (changes: Changes) => Changes): Parts => ({
  ...parts,
  runs: {
    ...parts.runs,
    changeAll: (all) => parts.runs.changeAll(all.map((each) => ({ ...each, changes: alter(each.changes) }))),
  },
});
