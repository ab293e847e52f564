import { useState } from 'preact/hooks';
import { answered, api, type components } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import type { NameOfProvider } from '../../parts/provider-names.ts';
import { useProviderNames } from '../../parts/providers.ts';
import { Select } from '../../parts/select.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { metricWords, vendorWords } from '../../parts/usage.ts';
import { useQuery } from '../../parts/use-query.ts';
import { useTab } from '../../parts/use-tab.ts';
import { formatCount, formatMoney, formatShare } from '../../format.ts';
import { sharedStrings } from '../../parts/strings.ts';
import { at } from '../../paths.ts';
import { monthAfter } from './months.ts';
import { strings } from './strings.ts';

type Group = components['schemas']['CostGroup'];

const GROUPINGS = ['agent', 'campaign', 'vendor'] as const;
type GroupBy = (typeof GROUPINGS)[number];
const PERIODS = ['now', 'before', 'year'] as const;
type Period = (typeof PERIODS)[number];

/** Groups that are shown: the largest. */
const SHOWN = 50;

/** Costs by agent, campaign or vendor, in a period. */
export function CostGroups() {
  const [grouping, select] = useTab(GROUPINGS);
  const [period, setPeriod] = useState<Period>('now');
  const query = { group_by: grouping, limit: SHOWN, ...monthsIn(period, new Date()) };
  const report = useQuery(
    () => answered(api.GET('/api/v1/costs', { params: { query } })),
    `${grouping} ${period} ${query.to}`,
  );
  return (
    <section class="card padded stack">
      <h2>{strings.groups}</h2>
      <Tabs
        label={strings.groups}
        tabs={GROUPINGS.map((id) => ({ id, label: strings.tabs[id] }))}
        selected={grouping}
        onSelect={(id) => select(GROUPINGS.find((each) => each === id) ?? 'agent')}
      >
        <div class="stack">
          <Select
            label={strings.period}
            value={period}
            options={PERIODS.map((value) => ({ value, label: strings.periods[value] }))}
            onChange={(value) => setPeriod(value as Period)}
          />
          <AsyncView query={report}>
            {({ groups, total }) => <Groups grouping={grouping} groups={groups} total={total} />}
          </AsyncView>
        </div>
      </Tabs>
    </section>
  );
}

function monthsIn(period: Period, now: Date): { readonly from: string; readonly to: string } {
  const month = now.toISOString().slice(0, 7);
  if (period === 'year') return { from: monthAfter(month, -11), to: month };
  const only = period === 'now' ? month : monthAfter(month, -1);
  return { from: only, to: only };
}

interface GroupsProps {
  readonly grouping: GroupBy;
  readonly groups: readonly Group[];
  readonly total: number;
}

function Groups({ grouping, groups, total }: GroupsProps) {
  const nameOf = useProviderNames();
  if (groups.length === 0) return <p class="soft">{strings.none}</p>;
  return (
    <>
      <Table
        caption={strings.tabs[grouping]}
        columns={[...columnsOf(nameOf)[grouping], ...AMOUNTS]}
        rows={groups}
        keyOf={(group) => JSON.stringify(Object.values(group))}
      />
      {total > groups.length && <p class="hint">{strings.first(groups.length, total)}</p>}
    </>
  );
}

const columnsOf = (nameOf: NameOfProvider): Readonly<Record<GroupBy, readonly Column<Group>[]>> => ({
  agent: [{ label: sharedStrings.agent, cell: ({ agent_id: id, agent_name }) => link('agents', id, agent_name) }],
  campaign: [
    {
      label: strings.tabs.campaign,
      cell: ({ campaign_id: id, campaign_name }) => (id ? link('campaigns', id, campaign_name) : strings.noCampaign),
    },
  ],
  vendor: [
    {
      label: strings.tabs.vendor,
      cell: ({ kind = 'llm', provider = '', model = null }) => vendorWords(nameOf(kind, provider), model),
    },
    {
      label: strings.used,
      align: 'end',
      cell: ({ metric = '', quantity = 0 }) => metricWords(metric, quantity),
    },
  ],
});

const AMOUNTS: readonly Column<Group>[] = [
  { label: strings.callCount, align: 'end', cell: ({ calls }) => formatCount(calls) },
  { label: strings.notPriced, align: 'end', cell: ({ unpriced_calls }) => formatCount(unpriced_calls) },
  {
    label: strings.share,
    align: 'end',
    cell: ({ estimated_share }) => formatShare(estimated_share),
  },
  { label: strings.amount, align: 'end', cell: ({ amount, currency }) => formatMoney(amount, currency) },
];

const link = (page: string, id: string | undefined, name: string | null | undefined) =>
  name ? <a href={at(`/${page}/${id ?? ''}`)}>{name}</a> : strings.removed(id ?? '');
