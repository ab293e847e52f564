import type { components } from '../typescript/index.ts';
import { fields, printable, table } from './table.ts';

type Comparison = components['schemas']['CampaignComparison'];
type Measure = Comparison['shares'][number];
type Difference = Comparison['durations']['differences'][number];

/** A comparison of variants as text: calls, rates and durations with intervals, differences from the first, warnings. */
export function comparisonInWords({ contacts, variants, shares, durations, warnings, confidence }: Comparison): string {
  const nameOf = new Map(variants.map(({ agent_id, name }) => [agent_id, name]));
  const name = ({ agent_id }: { readonly agent_id: string }): string => nameOf.get(agent_id) ?? agent_id;
  const rows = shares.flatMap((measure) =>
    measure.shares.map((share) => ({ measure, share, difference: differenceTo(measure.differences, share.agent_id) })),
  );
  const means = durations.means.map((mean) => ({
    mean,
    difference: differenceTo(durations.differences, mean.agent_id),
  }));
  return [
    fields({
      contacts: contacts.read === contacts.of ? contacts.of : `the first ${contacts.read} of ${contacts.of}`,
      intervals: `${Math.round(confidence * 100)} %`,
      'compared with': variants[0]?.name ?? null,
    }),
    table(variants, {
      VARIANT: name,
      WEIGHT: ({ weight }) => weight,
      CONTACTS: ({ contacts: dialled }) => dialled,
      FINISHED: ({ finished }) => finished,
      DIALS: ({ dials }) => dials,
      ANALYSED: ({ analysed }) => analysed,
      AGENT_ID: ({ agent_id }) => agent_id,
    }),
    table(rows, {
      MEASURE: ({ measure }) => measureName(measure),
      VARIANT: ({ share }) => name(share),
      COUNT: ({ share }) => `${share.count} of ${share.of}`,
      SHARE: ({ share }) => within(share.share, share, points, ' %'),
      'DIFFERENCE (POINTS)': ({ difference }) => difference && within(difference.difference, difference, points),
      MEANS: ({ difference }) => difference && CONCLUSIONS[difference.conclusion],
    }),
    table(means, {
      SECONDS: ({ mean }) => name(mean),
      CONVERSATIONS: ({ mean }) => mean.conversations,
      MEDIAN: ({ mean }) => mean.median,
      MEAN: ({ mean }) => within(mean.mean, mean, seconds),
      DIFFERENCE: ({ difference }) => difference && within(difference.difference, difference, seconds),
      MEANS: ({ difference }) => difference && CONCLUSIONS[difference.conclusion],
    }),
    ...warnings.map(({ message }) => `Note: ${printable(message)}.`),
  ].join('\n\n');
}

const CONCLUSIONS: Readonly<Record<Difference['conclusion'], string>> = {
  higher: 'higher',
  lower: 'lower',
  no_difference_shown: 'no difference shown',
  not_comparable: 'too few to compare',
};

const differenceTo = (differences: readonly Difference[], agentId: string): Difference | null =>
  differences.find(({ agent_id }) => agent_id === agentId) ?? null;

const measureName = ({ kind, field, value }: Measure): string =>
  kind === 'outcome' ? value : `${field ?? kind}: ${value}`;

interface Bounds {
  readonly low: number | null;
  readonly high: number | null;
}

/** A number and its interval. */
const within = (
  value: number | null,
  { low, high }: Bounds,
  shown: (value: number) => string,
  unit = '',
): string | null =>
  value === null
    ? null
    : shown(value) + unit + (low === null || high === null ? '' : ` (${shown(low)} to ${shown(high)})`);

const points = (share: number): string => (share * 100).toFixed(1);
const seconds = (value: number): string => value.toFixed(1);
