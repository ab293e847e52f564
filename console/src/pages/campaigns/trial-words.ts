import type { components } from '../../api.ts';
import { formatCount, formatExactMoment, formatMoney, formatPercent } from '../../format.ts';
import { strings } from './strings.ts';

export type Preview = components['schemas']['CampaignPreview'];
export type Rehearsal = components['schemas']['CampaignRehearsal'];

type Reason = keyof typeof strings.trial.reasons;

/** A number of contacts, with the number of each reason. */
export function reasonsIn(count: number, reasons: Readonly<Partial<Record<Reason, number>>>): string {
  const named = Object.entries(reasons).map(
    ([reason, each]) => `${strings.trial.reasons[reason as Reason]} ${formatCount(each)}`,
  );
  return named.length === 0 ? formatCount(count) : `${formatCount(count)} (${named.join(', ')})`;
}

/** A figure of the preview beside that of the rehearsal. */
export interface ComparedRow {
  readonly name: string;
  readonly preview: string;
  readonly rehearsal: string;
  readonly difference: string;
}

/** What the preview expected beside what the rehearsal came to. */
export function comparedRows({ preview: { estimate }, rehearsal, deviation }: Rehearsal): readonly ComparedRow[] {
  const { cost } = estimate;
  return [
    {
      name: strings.trial.ends,
      preview: momentOf(estimate.ends_at),
      rehearsal: momentOf(rehearsal.ends_at),
      difference: percent(deviation.duration_percent),
    },
    {
      name: strings.trial.dials,
      preview: formatCount(estimate.dials),
      rehearsal: formatCount(rehearsal.dials),
      difference: percent(deviation.dials_percent),
    },
    {
      name: strings.reached,
      preview: formatCount(estimate.reached),
      rehearsal: formatCount(rehearsal.reached),
      difference: '',
    },
    {
      name: strings.trial.cost,
      preview: formatMoney(cost.amount, cost.currency),
      rehearsal: formatMoney(rehearsal.cost.amount, rehearsal.cost.currency),
      difference: percent(deviation.cost_percent),
    },
  ];
}

const momentOf = (iso: string | null): string =>
  iso === null ? strings.trial.endless : formatExactMoment(new Date(iso));

const percent = (value: number | null): string => (value === null ? '' : formatPercent(value));
