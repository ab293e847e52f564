import { unitedMeasures, type AnalysisMeasure } from './compared-measures.ts';
import { meanInterval, meanEstimate, welch } from './means.ts';
import { newcombe, wilson, type Interval, type Proportion } from './proportions.ts';
import type { RunOutcome } from './run-outcome.ts';
import type { VariantTally } from './variant-tally.ts';

/** What the 95 % interval of a difference says. `not_comparable`: one of the two has no contacts to compare, or too few. */
export type Conclusion = 'higher' | 'lower' | 'no_difference_shown' | 'not_comparable';

/** How a variant differs from the first one. */
interface Difference {
  readonly agent_id: string;
  readonly difference: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly conclusion: Conclusion;
}

/** A part of a variant's contacts. */
interface Share extends Proportion {
  readonly agent_id: string;
  readonly share: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** Parts of the contacts of each variant, and how they differ. Parts are from 0 to 1. */
export interface ComparedShare {
  readonly kind: 'outcome' | AnalysisMeasure['kind'];
  readonly field: string | null;
  readonly value: string;
  readonly shares: readonly Share[];
  readonly differences: readonly Difference[];
}

/** How long conversations of each variant take, in seconds, and how the means differ. */
export interface ComparedDurations {
  readonly means: readonly {
    readonly agent_id: string;
    readonly conversations: number;
    readonly mean: number | null;
    readonly low: number | null;
    readonly high: number | null;
    readonly median: number | null;
  }[];
  readonly differences: readonly Difference[];
}

/** Outcomes and what analyses found, by variant. The first variant is the one that the others are compared with. */
export function comparedShares(
  variants: readonly VariantTally[],
  measures: readonly (readonly AnalysisMeasure[])[],
): readonly ComparedShare[] {
  const outcomes = new Set<RunOutcome>(['answered', ...variants.flatMap((variant) => [...variant.outcomes.keys()])]);
  return [
    ...[...outcomes].map((value) =>
      compared({ kind: 'outcome', field: null, value }, variants, ({ outcomes: counts, finished }) => ({
        count: counts.get(value) ?? 0,
        of: finished,
      })),
    ),
    ...unitedMeasures(measures).map((measure) => compared(measure, variants, (variant) => variant.analysedAs(measure))),
  ];
}

function compared(
  name: Pick<ComparedShare, 'kind' | 'field' | 'value'>,
  variants: readonly VariantTally[],
  proportionOf: (variant: VariantTally) => Proportion,
): ComparedShare {
  const all = variants.map((variant) => ({ agent_id: variant.agentId, ...proportionOf(variant) }));
  const [first, ...others] = all;
  return {
    ...name,
    shares: all.map((each) => ({
      ...each,
      share: each.of === 0 ? null : rounded(each.count / each.of),
      ...boundsOf(wilson(each)),
    })),
    differences: others.map((each) => differenceOf(each.agent_id, newcombe(each, first!))),
  };
}

/** How long conversations take. */
export function comparedDurations(variants: readonly VariantTally[]): ComparedDurations {
  const all = variants.map(({ agentId, seconds }) => ({ agent_id: agentId, sample: meanEstimate(seconds) }));
  const [first, ...others] = all;
  return {
    means: all.map(({ agent_id, sample }) => ({
      agent_id,
      conversations: sample?.of ?? 0,
      mean: sample && rounded(sample.mean),
      ...boundsOf(sample && meanInterval(sample)),
      median: sample && sample.median,
    })),
    differences: others.map(({ agent_id, sample }) =>
      differenceOf(agent_id, sample && first?.sample ? welch(sample, first.sample) : null),
    ),
  };
}

const boundsOf = (interval: Interval | null): { readonly low: number | null; readonly high: number | null } => ({
  low: interval && rounded(interval.low),
  high: interval && rounded(interval.high),
});

const differenceOf = (agentId: string, found: (Interval & { readonly difference: number }) | null): Difference => ({
  agent_id: agentId,
  difference: found && rounded(found.difference),
  ...boundsOf(found),
  conclusion: found ? conclusionOf(found) : 'not_comparable',
});

/** Decided before numbers are rounded. */
function conclusionOf({ low, high }: Interval): Conclusion {
  if (low > 0) return 'higher';
  return high < 0 ? 'lower' : 'no_difference_shown';
}

/** To four decimals, and never -0. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000 + 0;
