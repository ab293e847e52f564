import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Badge } from '../../parts/badge.tsx';
import type { BulkAction } from '../../parts/bulk-action.ts';
import { BulkTable } from '../../parts/bulk-table.tsx';
import { LinkButton } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { FilterBar, FilterChoice, NoMatch } from '../../parts/filter-bar.tsx';
import { hasText } from '../../parts/filters.ts';
import { Moment } from '../../parts/moment.tsx';
import { Page } from '../../parts/page.tsx';
import { Progress } from '../../parts/progress.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { sharedStrings } from '../../parts/strings.ts';
import type { Column } from '../../parts/table.tsx';
import { useFilters } from '../../parts/use-filters.ts';
import { useQuery } from '../../parts/use-query.ts';
import { useSelection, type Selection } from '../../parts/use-selection.ts';
import { formatCount } from '../../format.ts';
import { at } from '../../paths.ts';
import { rights } from '../../session.ts';
import { CallbacksCard } from './callbacks-card.tsx';
import { strings } from './strings.ts';
import './campaigns-page.css';
import { shareDone, toneOf, type Campaign } from './campaign.ts';

const LIVE_MS = 2_000;
const QUIET_MS = 15_000;

const COLUMNS: readonly Column<Campaign>[] = [
  {
    label: strings.name,
    cell: ({ campaign_id, name }) => (
      <a class="row-link" href={at(`/campaigns/${campaign_id}`)}>
        {name}
      </a>
    ),
  },
  {
    label: strings.state,
    isInCorner: true,
    cell: ({ state }) => <Badge tone={toneOf(state)}>{strings.states[state]}</Badge>,
  },
  {
    label: strings.progress,
    cell: (campaign) => (
      <span class="campaign-progress">
        <Progress label={strings.progressOf(campaign.name)} value={shareDone(campaign)} />
      </span>
    ),
  },
  {
    label: strings.done,
    align: 'end',
    cell: ({ processed_rows, total_rows }) => strings.of(formatCount(processed_rows), formatCount(total_rows)),
  },
  { label: strings.made, align: 'end', cell: ({ created_at }) => <Moment at={created_at} /> },
];

const PARTS = {
  text: null,
  state: ['created', 'running', 'paused', 'completed', 'failed'],
  sort: ['name', 'progress'],
} as const;

/** All campaigns, the newest first; those that run are followed. */
export function CampaignsPage() {
  const selection = useSelection('');
  const campaigns = useQuery((): Promise<readonly Campaign[]> => answered(api.GET('/api/v1/campaign/')), '', {
    everyMs: (value) =>
      selection.keys.size > 0 ? null : value?.some(({ state }) => state === 'running') ? LIVE_MS : QUIET_MS,
  });
  const create = (
    <LinkButton kind="primary" icon="plus" href={at('/campaigns/new')}>
      {strings.new}
    </LinkButton>
  );
  return (
    <Page title={strings.title} lead={strings.lead} actions={create}>
      <AsyncView query={campaigns}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon="campaign" title={strings.none} action={create}>
              {strings.noneWhy}
            </EmptyState>
          ) : (
            <List campaigns={rows} selection={selection} onChange={campaigns.refetch} />
          )
        }
      </AsyncView>
      <CallbacksCard />
    </Page>
  );
}

interface ListProps {
  readonly campaigns: readonly Campaign[];
  readonly selection: Selection;
  readonly onChange: () => void;
}

function List({ campaigns, selection, onChange }: ListProps) {
  const { filter, change, clear, isNarrowed } = useFilters(PARTS);
  const found = campaigns.filter(
    ({ name, state }) => hasText(filter.text, name) && (filter.state === '' || filter.state === state),
  );
  const rows = filter.sort === '' ? found : found.toSorted(ORDERS[filter.sort]);
  return (
    <>
      {(campaigns.length > 1 || isNarrowed) && (
        <FilterBar label={strings.filters} isNarrowed={isNarrowed} onClear={clear}>
          <SearchField
            label={sharedStrings.filters.search}
            value={filter.text}
            onSearch={(text) => change({ text }, 'typed')}
          />
          <FilterChoice
            label={strings.state}
            words={strings.states}
            value={filter.state}
            onChange={(state) => change({ state })}
          />
          <FilterChoice
            label={sharedStrings.filters.sort}
            words={{ name: strings.name, progress: strings.progress }}
            none={sharedStrings.filters.newest}
            value={filter.sort}
            onChange={(sort) => change({ sort })}
          />
        </FilterBar>
      )}
      {rows.length === 0 ? (
        <NoMatch onClear={clear} />
      ) : (
        <BulkTable
          {...{ rows, keyOf, nameOf, selection, onChange }}
          caption={strings.title}
          columns={COLUMNS}
          actions={rights.value.isAdmin ? [PAUSE, DELETE] : [PAUSE]}
        />
      )}
    </>
  );
}

const keyOf = ({ campaign_id }: Campaign): string => campaign_id;
const nameOf = ({ name }: Campaign): string => name;
const pathOf = ({ campaign_id }: Campaign) => ({ params: { path: { campaign_id } } });

const ORDERS: Readonly<Record<'name' | 'progress', (one: Campaign, other: Campaign) => number>> = {
  name: (one, other) => one.name.localeCompare(other.name),
  progress: (one, other) => shareDone(one) - shareDone(other),
};

const PAUSE: BulkAction<Campaign> = {
  label: strings.steps.pause,
  icon: 'pause',
  takes: ({ state }) => state === 'running',
  consequence: strings.pauseMany,
  run: (campaign) => answered(api.POST('/api/v1/campaign/{campaign_id}/pause', pathOf(campaign))),
};

const DELETE: BulkAction<Campaign> = {
  label: strings.menu.delete,
  icon: 'trash',
  isDangerous: true,
  takes: ({ state }) => state !== 'running',
  consequence: strings.deleteMany,
  run: (campaign) => answered(api.DELETE('/api/v1/campaign/{campaign_id}', pathOf(campaign))),
};
