import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import type { BulkAction, BulkExport } from '../../parts/bulk-action.ts';
import { BulkBar } from '../../parts/bulk-bar.tsx';
import { Button, LinkButton } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { NoMatch } from '../../parts/filter-bar.tsx';
import { Page } from '../../parts/page.tsx';
import { Pager } from '../../parts/pager.tsx';
import { saveBlob } from '../../parts/save-blob.ts';
import { useAction } from '../../parts/use-action.ts';
import { useFilters, type Filters } from '../../parts/use-filters.ts';
import { useQuery } from '../../parts/use-query.ts';
import { useSelection } from '../../parts/use-selection.ts';
import { at } from '../../paths.ts';
import { rights, session } from '../../session.ts';
import { analysisStrings, callStrings, strings } from './strings.ts';
import { callKey, callName, CallTable } from './call-table.tsx';
import { isLive, type Call } from './call.ts';
import { CALL_PARTS, callsQuery, isSearch, type CallFilter } from './filter.ts';
import { CallFilters } from './call-filters.tsx';
import { PlaceCall } from './place-call.tsx';

const PAGE = 50;
const LIVE_MS = 2_000;
const QUIET_MS = 10_000;

/** All calls of the organisation, newest first. Live calls are polled. */
export function CallsPage() {
  const [isPlacing, setPlacing] = useState(false);
  const filters = useFilters(CALL_PARTS);
  return (
    <Page
      title={strings.title}
      lead={strings.lead}
      actions={
        <>
          <ExportCalls filter={filters.filter} />
          <Button kind="primary" icon="phone" onPress={() => setPlacing(true)}>
            {strings.place}
          </Button>
        </>
      }
    >
      <CallList {...filters} />
      {isPlacing && <PlaceCall onClose={() => setPlacing(false)} />}
    </Page>
  );
}

const organisation = () => ({ org_id: session.value?.org_id ?? '' });

/** Downloads the calls that the filter leaves, with their outcomes. */
function ExportCalls({ filter }: { readonly filter: CallFilter }) {
  const params = { path: organisation(), query: callsQuery(filter) };
  const save = useAction(async () => {
    saveBlob(await answered(api.GET('/api/v1/calls/org/{org_id}/export', { params, parseAs: 'blob' })), 'calls.csv');
  });
  return (
    <Button icon="download" busy={save.isBusy} onPress={() => void save.run()}>
      {analysisStrings.export}
    </Button>
  );
}

const DELETE: BulkAction<Call> = {
  label: callStrings.delete,
  icon: 'trash',
  isDangerous: true,
  takes: (call) => !isLive(call),
  consequence: callStrings.deleteMany,
  run: ({ call_id }) => answered(api.DELETE('/api/v1/calls/{call_id}', { params: { path: { call_id } } })),
};

/** Downloads calls as the API has them. */
const EXPORT: BulkExport<Call> = {
  label: callStrings.exportSelected,
  icon: 'download',
  save: (calls) => saveBlob(new Blob([JSON.stringify(calls, null, 2)], { type: 'application/json' }), 'calls.json'),
};

function CallList(filters: Filters<typeof CALL_PARTS>) {
  const { filter, clear, isNarrowed, offset, move } = filters;
  const agents = useQuery(() => answered(api.GET('/api/v1/agents')));
  const query = { limit: PAGE, offset, ...callsQuery(filter) };
  const params = { path: organisation(), query };
  const key = JSON.stringify(query);
  const selection = useSelection(key);
  const page = useQuery(() => answered(api.GET('/api/v1/calls/org/{org_id}', { params })), key, {
    // The list stands still while calls are selected, and where the API has to search for them.
    everyMs: (value) =>
      selection.keys.size > 0 || isSearch(filter) ? null : value?.calls.some(isLive) ? LIVE_MS : QUIET_MS,
    keepsLast: true,
  });
  const actions = rights.value.isAdmin ? [DELETE] : [];
  const isEmpty = page.value?.total === 0 && !isNarrowed;
  return (
    <>
      {!isEmpty && <CallFilters {...filters} agents={agents.value ?? []} calls={page.value?.calls ?? []} />}
      <AsyncView query={page}>
        {({ calls, total }) =>
          calls.length === 0 ? (
            <NoCalls isFiltered={isNarrowed || offset > 0} onClear={clear} />
          ) : (
            <>
              <BulkBar
                rows={calls}
                keyOf={callKey}
                nameOf={callName}
                selection={selection}
                actions={actions}
                exports={[EXPORT]}
                onChange={page.refetch}
              />
              <CallTable caption={strings.title} calls={calls} rowSelection={{ selection, nameOf: callName }} />
              <Pager offset={offset} limit={PAGE} total={total} shown={calls.length} onMove={move} />
            </>
          )
        }
      </AsyncView>
    </>
  );
}

const NoCalls = ({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) =>
  isFiltered ? (
    <NoMatch onClear={onClear} />
  ) : (
    <EmptyState
      icon="phone"
      title={strings.none}
      action={<LinkButton href={at('/agents')}>{strings.toAgents}</LinkButton>}
    >
      {strings.noneWhy}
    </EmptyState>
  );
