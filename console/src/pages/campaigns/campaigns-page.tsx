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
import { words } from '../../words.ts';
import './campaigns-page.css';
import { shareDone, toneOf, type Campaign } from './campaign.ts';

const LIVE_MS = 2_000;
const QUIET_MS = 15_000;

const COLUMNS: readonly Column<Campaign>[] = [
  {
    label: words.campaigns.name,
    cell: ({ campaign_id, name }) => (
      <a class="row-link" href={at(`/campaigns/${campaign_id}`)}>
        {name}
      </a>
    ),
  },
  {
    label: words.campaigns.state,
    isInCorner: true,
    cell: ({ state }) => <Badge tone={toneOf(state)}>{words.campaigns.states[state]}</Badge>,
  },
  {
    label: words.campaigns.progress,
    cell: (campaign) => (
      <span class="campaign-progress">
        <Progress label={words.campaigns.progressOf(campaign.name)} value={shareDone(campaign)} />
      </span>
    ),
  },
  {
    label: words.campaigns.done,
    align: 'end',
    cell: ({ processed_rows, total_rows }) => words.campaigns.of(formatCount(processed_rows), formatCount(total_rows)),
  },
  { label: words.campaigns.made, align: 'end', cell: ({ created_at }) => <Moment at={created_at} /> },
];

/** All campaigns, the newest first; those that run are followed. */
export function CampaignsPage() {
  const campaigns = useQuery((): Promise<readonly Campaign[]> => answered(api.GET('/api/v1/campaign/')), '', {
    everyMs: (value) => (value?.some(({ state }) => state === 'running') ? LIVE_MS : QUIET_MS),
  });
  const create = (
    <LinkButton kind="primary" icon="plus" href={at('/campaigns/new')}>
      {words.campaigns.new}
    </LinkButton>
  );
  return (
    <Page title={words.campaigns.title} lead={words.campaigns.lead} actions={create}>
      <AsyncView query={campaigns}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon="campaign" title={words.campaigns.none} action={create}>
              {words.campaigns.noneWhy}
            </EmptyState>
          ) : (
            <Table
              caption={words.campaigns.title}
              columns={COLUMNS}
              rows={rows}
              keyOf={({ campaign_id }) => campaign_id}
            />
          )
        }
      </AsyncView>
    </Page>
  );
}
