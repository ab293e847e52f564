import type { CampaignMetadata } from '../../domain/campaigns/settings.ts';
import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import { withSettings, type Mutant } from './mutant.ts';
import type { Parts } from './store.ts';

/** Guards of variants taken away. */
export const VARIANT_MUTANTS: readonly Mutant[] = [
  {
    name: 'a retry is called by an agent that is drawn anew',
    spoil: (parts) =>
      turning({ ...parts, runs: { ...parts.runs, addAll: (added) => parts.runs.addAll(added.map(bare)) } }),
  },
  {
    name: 'the agent of a contact is not noted',
    spoil: (parts) => ({
      ...parts,
      runs: {
        ...parts.runs,
        changeAll: (all) =>
          parts.runs.changeAll(all.map((each) => ({ ...each, changes: bare(each.changes as QueuedRun) }))),
      },
    }),
  },
  {
    name: 'the weights of variants are not read',
    spoil: (parts) => weighted(parts, () => 1),
  },
];

const bare = ({ agent_id: _agent, ...run }: QueuedRun): QueuedRun => run;

/** The weights are turned round whenever they are read. */
function turning(parts: Parts): Parts {
  let count = 0;
  return withSettings(parts, (settings) => {
    count += 1;
    return reweighted(settings, (at, all) => all[(at + count) % all.length]!);
  });
}

const weighted = (parts: Parts, weightOf: (weight: number) => number): Parts =>
  withSettings(parts, (settings) => reweighted(settings, (at, all) => weightOf(all[at]!)));

/** Other weights of those agents that have one: the others stay without contacts. */
function reweighted(
  settings: CampaignMetadata,
  weightOf: (at: number, weights: readonly number[]) => number,
): CampaignMetadata {
  const { variants } = settings;
  if (!variants) return settings;
  const weights = variants.map(({ weight }) => weight);
  return { ...settings, variants: variants.map((variant, at) => ({ ...variant, weight: weightOf(at, weights) })) };
}
