import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Button } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { at } from '../../paths.ts';
import { rights } from '../../session.ts';
import { EndpointDialog } from './endpoint-dialog.tsx';
import type { Endpoint } from './endpoint.ts';
import { Standing } from './standing.tsx';
import { strings } from './strings.ts';

const COLUMNS: readonly Column<Endpoint>[] = [
  {
    label: strings.url,
    cell: ({ endpoint_id, url }) => (
      <a class="row-link" href={at(`/webhooks/${endpoint_id}`)}>
        {url}
      </a>
    ),
  },
  { label: strings.state, isInCorner: true, cell: (endpoint) => <Standing endpoint={endpoint} /> },
  { label: strings.description, cell: ({ description }) => description || '–' },
  { label: strings.events, cell: ({ event_types: types }) => summaryOf(types) },
  { label: strings.created, align: 'end', cell: ({ created_at }) => <Moment at={created_at} /> },
];

function summaryOf(types: Endpoint['event_types']): string {
  const shown = types.slice(0, strings.typesShown).join(', ');
  const left = types.length - strings.typesShown;
  return left > 0 ? `${shown} ${strings.moreTypes(left)}` : shown;
}

const QUIET_MS = 30_000;

/** The servers that get events of the organisation, the newest first. */
export function WebhooksPage() {
  const [isAdding, setAdding] = useState(false);
  const endpoints = useQuery(() => answered(api.GET('/api/v1/event-endpoints')), '', { everyMs: QUIET_MS });
  const { isAdmin } = rights.value;
  const add = isAdmin && (
    <Button kind="primary" icon="plus" onPress={() => setAdding(true)}>
      {strings.add}
    </Button>
  );
  return (
    <Page title={strings.title} lead={strings.lead} actions={add}>
      {!isAdmin && <Notice>{strings.onlyAdmins}</Notice>}
      <AsyncView query={endpoints}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon="send" title={strings.none} action={add}>
              {strings.noneWhy}
            </EmptyState>
          ) : (
            <Table caption={strings.title} columns={COLUMNS} rows={rows} keyOf={({ endpoint_id }) => endpoint_id} />
          )
        }
      </AsyncView>
      {isAdding && <EndpointDialog endpoint={null} onClose={() => setAdding(false)} onSaved={endpoints.refetch} />}
    </Page>
  );
}
