import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { formatCount } from '../../format.ts';
import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { useAction } from '../../parts/use-action.ts';
import { comparisonStrings as strings } from './comparison-strings.ts';
import { durationRows, shareRows, type Comparison, type MeasuredRow } from './comparison-words.ts';

/** How the variants of a campaign did. It is asked for: the store reads every contact. */
export function ComparisonCard({ campaignId }: { readonly campaignId: string }) {
  const [comparison, setComparison] = useState<Comparison | null>(null);
  const params = { path: { campaign_id: campaignId } };
  const comparing = useAction(async () =>
    setComparison(await answered(api.GET('/api/v1/campaign/{campaign_id}/comparison', { params }))),
  );
  return (
    <section class="card padded stack" aria-label={strings.title}>
      <h2>{strings.title}</h2>
      <p class="soft">{strings.lead}</p>
      <div class="trial-actions">
        <Button busy={comparing.isBusy} onPress={() => void comparing.run()}>
          {comparison ? strings.compareAgain : strings.compare}
        </Button>
      </div>
      {comparing.trouble !== null && <Notice kind="error">{comparing.trouble}</Notice>}
      {comparison && <ComparisonView comparison={comparison} />}
    </section>
  );
}

function ComparisonView({ comparison }: { readonly comparison: Comparison }) {
  const { variants, warnings } = comparison;
  return (
    <>
      {warnings.map(({ message }) => (
        <Notice key={message} kind="warn">
          {message}.
        </Notice>
      ))}
      <Table caption={strings.variants} columns={VARIANTS} rows={variants} keyOf={({ agent_id }) => agent_id} />
      <Table
        caption={strings.shares}
        columns={[
          { label: strings.measure, cell: ({ measure }) => measure },
          { label: strings.variant, cell: ({ variant }) => variant },
          { label: strings.count, cell: ({ count }) => count, align: 'end' },
          { label: strings.share, cell: ({ value }) => value, align: 'end' },
          ...differenceColumns(strings.difference),
        ]}
        rows={shareRows(comparison)}
        keyOf={({ key }) => key}
      />
      <Table
        caption={strings.durations}
        columns={[
          { label: strings.durations, cell: ({ variant }) => variant },
          { label: strings.conversations, cell: ({ count }) => count, align: 'end' },
          { label: strings.median, cell: ({ median }) => median, align: 'end' },
          { label: strings.mean, cell: ({ value }) => value, align: 'end' },
          ...differenceColumns(strings.secondsDifference),
        ]}
        rows={durationRows(comparison)}
        keyOf={({ key }) => key}
      />
    </>
  );
}

const VARIANTS: readonly Column<Comparison['variants'][number]>[] = [
  { label: strings.variant, cell: ({ name }) => name },
  { label: strings.weight, cell: ({ weight }) => weight, align: 'end' },
  { label: strings.contacts, cell: ({ contacts }) => formatCount(contacts), align: 'end' },
  { label: strings.finished, cell: ({ finished }) => formatCount(finished), align: 'end' },
  { label: strings.dials, cell: ({ dials }) => formatCount(dials), align: 'end' },
  { label: strings.analysed, cell: ({ analysed }) => formatCount(analysed), align: 'end' },
];

const differenceColumns = (label: string): Column<Pick<MeasuredRow, 'difference' | 'conclusion'>>[] => [
  { label, cell: ({ difference }) => difference, align: 'end' },
  { label: strings.conclusion, cell: ({ conclusion }) => conclusion },
];
