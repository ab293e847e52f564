import { answered, api, type components } from '../../api.ts';
import { formatCount, formatShare } from '../../format.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Badge } from '../../parts/badge.tsx';
import { NumberRest } from '../../parts/number-rest.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { settingsStrings as words } from './settings-strings.ts';

type CallerId = components['schemas']['CallerId'];

const POLL_MS = 15_000;

/** How calls from each number of a campaign's pool went, and which of them rest. */
export function CallerIdsCard({ campaignId }: { readonly campaignId: string }) {
  const params = { path: { campaign_id: campaignId } };
  const ask = () => answered(api.GET('/api/v1/campaign/{campaign_id}/caller-ids', { params }));
  const query = useQuery(ask, campaignId, { everyMs: () => POLL_MS });
  return (
    <section class="stack" aria-labelledby="caller-ids-title">
      <h2 id="caller-ids-title">{words.callerIds}</h2>
      <AsyncView query={query}>
        {({ caller_ids }) => (
          <Table
            caption={words.callerIdsOf}
            columns={COLUMNS}
            rows={caller_ids}
            keyOf={({ phone_number }) => phone_number}
          />
        )}
      </AsyncView>
    </section>
  );
}

const COLUMNS: readonly Column<CallerId>[] = [
  { label: words.number, cell: ({ phone_number }) => phone_number },
  { label: words.state, isInCorner: true, cell: stateOf },
  { label: words.dials, align: 'end', cell: ({ dials }) => formatCount(dials) },
  { label: words.answered, align: 'end', cell: ({ answered: count }) => formatCount(count) },
  {
    label: words.rate,
    align: 'end',
    cell: ({ answer_rate }) => (answer_rate === null ? '–' : formatShare(answer_rate)),
  },
];

function stateOf({ in_pool, is_usable, resting }: CallerId) {
  if (!in_pool) return <Badge tone="plain">{words.states.former}</Badge>;
  if (!is_usable) return <Badge tone="bad">{words.states.lost}</Badge>;
  return resting ? <NumberRest rest={resting} /> : <Badge tone="good">{words.states.used}</Badge>;
}
