import type { Campaign } from './campaign.ts';
import type { ComparedDurations, ComparedShare } from './comparison.ts';
import type { VariantTally } from './variant-tally.ts';

export type ComparisonWarningCode =
  | 'still_running'
  | 'few_contacts'
  | 'many_comparisons'
  | 'redialled_contacts'
  | 'weights_changed'
  | 'agent_changed'
  | 'different_numbers'
  | 'uneven_split'
  | 'first_contacts_only';

/** Why a comparison is to be read with care. */
export interface ComparisonWarning {
  readonly code: ComparisonWarningCode;
  readonly message: string;
}

/** What warnings are about. */
interface ComparisonFacts {
  readonly campaign: Campaign;
  readonly tallies: readonly VariantTally[];
  readonly shares: readonly ComparedShare[];
  readonly durations: ComparedDurations;
  /** Names of agents that were changed after the start. */
  readonly changedAgents: readonly string[];
  /** The numbers that the variants call from. */
  readonly numbers: readonly (string | null)[];
  readonly contactsRead: number;
  readonly contactsOf: number;
}

/** Fewer contacts show only differences of more than a quarter. */
const FEW = 100;

/** Quantiles 0.999 of the chi-square distribution, by degrees of freedom from 1 on: NIST/SEMATECH e-Handbook, 1.3.6.7.4. */
const CHI_SQUARE = [10.828, 13.816, 16.266, 18.467, 20.515, 22.458, 24.322, 26.124, 27.877] as const;

/** Each warning, and what it says of a comparison of several variants. */
const WARNINGS: Readonly<
  Record<Exclude<ComparisonWarningCode, 'first_contacts_only'>, (of: ComparisonFacts) => string[]>
> = {
  still_running: ({ campaign }) =>
    when(
      campaign.state !== 'completed',
      'The campaign is not completed. Who looks again and again, and stops at the first difference, finds one by chance far ' +
        'more often than 5 times in 100: decide at the end',
    ),
  few_contacts: ({ tallies }) => {
    const few = tallies.filter(({ finished }) => finished < FEW).length;
    return when(
      few > 0,
      `${few} of ${tallies.length} variants have fewer than ${FEW} finished contacts: only large differences show`,
    );
  },
  many_comparisons: (compared) => {
    const count = differencesIn(compared);
    return when(
      count > 1,
      `${count} differences are compared, and of those that do not exist about 1 in 20 is shown by chance: decide before the ` +
        'start which one counts',
    );
  },
  redialled_contacts: ({ campaign }) =>
    when(
      isRedial(campaign),
      'The contacts are those that an earlier campaign did not reach, which depends on the variant: compare that campaign',
    ),
  weights_changed: ({ campaign: { orchestrator_metadata: settings } }) =>
    when(
      settings.variants_changed_at !== undefined,
      `The weights were changed at ${settings.variants_changed_at}: variants have called different parts of the list, at ` +
        'different hours',
    ),
  uneven_split: ({ campaign, tallies }) =>
    when(
      !isRedial(campaign) && isUneven(campaign, tallies),
      'The contacts are not shared as the weights say, by more than chance: do not trust differences before you know why',
    ),
  agent_changed: ({ changedAgents }) =>
    changedAgents.map(
      (name) => `${name} was changed after the start: its calls before and after are compared together`,
    ),
  different_numbers: ({ numbers }) =>
    when(
      new Set(numbers).size > 1,
      'The variants call from different numbers, which people answer differently: give the campaign a caller ID to compare ' +
        'agents only',
    ),
};

/** What to heed. The first variant alone compares nothing. */
export function comparisonWarnings(compared: ComparisonFacts): readonly ComparisonWarning[] {
  const { tallies, contactsRead, contactsOf } = compared;
  const isPart = when(
    contactsRead < contactsOf,
    `Only the first ${contactsRead} of ${contactsOf} contacts of the list are compared`,
  );
  const others = tallies.length < 2 ? [] : Object.entries(WARNINGS);
  return [
    ...isPart.map((message) => ({ code: 'first_contacts_only' as const, message })),
    ...others.flatMap(([code, says]) =>
      says(compared).map((message) => ({ code: code as ComparisonWarningCode, message })),
    ),
  ];
}

const when = (isSo: boolean, message: string): string[] => (isSo ? [message] : []);

const isRedial = ({ orchestrator_metadata: { parent_campaign_id } }: Campaign): boolean =>
  parent_campaign_id !== undefined;

const differencesIn = ({ shares, durations }: ComparisonFacts): number =>
  [...shares, durations]
    .flatMap(({ differences }) => differences)
    .filter(({ conclusion }) => conclusion !== 'not_comparable').length;

/**
 * Whether contacts were shared otherwise than by the weights, as a chi-square test tells. That is a fault, or they were not
 * drawn.
 */
function isUneven(
  { orchestrator_metadata: { variants = [], variants_changed_at } }: Campaign,
  tallies: readonly VariantTally[],
): boolean {
  const shared = variants.filter(({ weight }) => weight > 0);
  const sum = shared.reduce((total, { weight }) => total + weight, 0);
  const contacts = new Map(tallies.map((tally) => [tally.agentId, tally.contacts]));
  const all = shared.reduce((total, { agent_id }) => total + (contacts.get(agent_id) ?? 0), 0);
  if (all < FEW || variants_changed_at !== undefined) return false;
  const distance = shared.reduce((total, { agent_id, weight }) => {
    const expected = (all * weight) / sum;
    return total + ((contacts.get(agent_id) ?? 0) - expected) ** 2 / expected;
  }, 0);
  // With one variant there is no distance.
  return distance > (CHI_SQUARE[shared.length - 2] ?? 0);
}
