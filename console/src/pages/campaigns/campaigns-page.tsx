import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Badge } from '../../parts/badge.tsx';
import { LinkButton } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Page } from '../../parts/page.tsx';
import { Progress } from '../../parts/progress.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { formatCount } from '../../format.ts';
import { at } from '../../paths.ts';
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

/** All campaigns, the newest first; those that run are followed. */
export function CampaignsPage() {
  const campaigns = useQuery((): Promise<readonly Campaign[]> => answered(api.GET('/api/v1/campaign/')), '', {
    everyMs: (value) => (value?.some(({ state }) => state === 'running') ? LIVE_MS : QUIET_MS),
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
            <Table caption={strings.title} columns={COLUMNS} rows={rows} keyOf={({ campaign_id }) => campaign_id} />
          )
        }
      </AsyncView>
      <CallbacksCard />
    </Page>
  );
}
