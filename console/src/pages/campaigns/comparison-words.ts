import type { components } from '../../api.ts';
import { formatDecimal } from '../../format.ts';
import { comparisonStrings as strings } from './comparison-strings.ts';

export type Comparison = components['schemas']['CampaignComparison'];
type Measure = Comparison['shares'][number];
type Difference = Comparison['durations']['differences'][number];

/** A variant in one measure. */
export interface MeasuredRow {
  readonly key: string;
  readonly measure: string;
  readonly variant: string;
  /** How many of how many, or how many conversations. */
  readonly count: string;
  readonly value: string;
  readonly difference: string;
  readonly conclusion: string;
}

/** The shares of all variants, measure by measure. */
export const shareRows = ({ variants, shares }: Comparison): readonly MeasuredRow[] =>
  shares.flatMap((measure) =>
    measure.shares.map((share) => ({
      key: JSON.stringify([measure.kind, measure.field, measure.value, share.agent_id]),
      measure: measureName(measure),
      variant: nameIn(variants, share.agent_id),
      count: `${share.count} / ${share.of}`,
      value: within(share.share, share, points, ' %'),
      ...differenceIn(measure.differences, share.agent_id, variants, points),
    })),
  );

/** How long conversations of all variants take. */
export const durationRows = ({ variants, durations }: Comparison): readonly (MeasuredRow & { median: string })[] =>
  durations.means.map((mean) => ({
    key: mean.agent_id,
    measure: strings.durations,
    variant: nameIn(variants, mean.agent_id),
    count: String(mean.conversations),
    value: within(mean.mean, mean, seconds),
    median: mean.median === null ? '' : seconds(mean.median),
    ...differenceIn(durations.differences, mean.agent_id, variants, seconds),
  }));

const nameIn = (variants: Comparison['variants'], agentId: string): string =>
  variants.find(({ agent_id }) => agent_id === agentId)?.name ?? agentId;

function measureName({ kind, field, value }: Measure): string {
  if (kind === 'success') return strings.success;
  if (kind === 'field') return strings.field(field ?? '', value);
  return Object.hasOwn(strings.outcomes, value) ? strings.outcomes[value as keyof typeof strings.outcomes] : value;
}

/** The first variant has no difference: the others are compared with it. */
function differenceIn(
  differences: readonly Difference[],
  agentId: string,
  variants: Comparison['variants'],
  shown: (value: number) => string,
): Pick<MeasuredRow, 'difference' | 'conclusion'> {
  const difference = differences.find(({ agent_id }) => agent_id === agentId);
  if (!difference) return { difference: '', conclusion: variants.length > 1 ? strings.first : '' };
  return {
    difference: within(difference.difference, difference, shown),
    conclusion: strings.conclusions[difference.conclusion],
  };
}

interface Bounds {
  readonly low: number | null;
  readonly high: number | null;
}

function within(value: number | null, { low, high }: Bounds, shown: (value: number) => string, unit = ''): string {
  if (value === null) return '';
  const first = shown(value) + unit;
  return low === null || high === null ? first : strings.between(first, shown(low), shown(high));
}

const points = (share: number): string => formatDecimal(share * 100, 1);
const seconds = (value: number): string => formatDecimal(value, 1);
