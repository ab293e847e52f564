import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Button } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Page } from '../../parts/page.tsx';
import { Pager } from '../../parts/pager.tsx';
import { saveBlob } from '../../parts/save-blob.ts';
import { useAction } from '../../parts/use-action.ts';
import { useQuery } from '../../parts/use-query.ts';
import { at } from '../../paths.ts';
import type { PageProps } from '../../page-props.ts';
import { session } from '../../session.ts';
import { sharedStrings } from '../../parts/strings.ts';
import { analysisStrings, strings } from './strings.ts';
import { CallTable } from './call-table.tsx';
import { isLive } from './call.ts';
import { filterQuery, isEverything, isWanted, readFilter, type CallFilter } from './filter.ts';
import { Filters } from './filters.tsx';
import { PlaceCall } from './place-call.tsx';

const PAGE = 50;
/** Number of newest calls that a filter searches: the API filters by success only. */
const SEARCHED = 500;
const LIVE_MS = 2_000;
const QUIET_MS = 10_000;

/** All calls of the organisation, newest first. Live calls are polled. */
export function CallsPage({ query }: PageProps) {
  const { route } = useLocation();
  const [isPlacing, setPlacing] = useState(false);
  const [offset, setOffset] = useState(0);
  const filter = readFilter(query);
  const narrow = (next: CallFilter): void => {
    setOffset(0);
    route(at(`/calls${filterQuery(next)}`), true);
  };
  return (
    <Page
      title={strings.title}
      lead={strings.lead}
      actions={
        <>
          <ExportCalls filter={filter} />
          <Button kind="primary" icon="phone" onPress={() => setPlacing(true)}>
            {strings.place}
          </Button>
        </>
      }
    >
      <CallList filter={filter} onFilter={narrow} offset={offset} onMove={setOffset} />
      {isPlacing && <PlaceCall onClose={() => setPlacing(false)} />}
    </Page>
  );
}

/** Downloads the calls of an agent, or those that were judged so, with their outcomes. */
function ExportCalls({ filter }: { readonly filter: CallFilter }) {
  const { agent, success } = filter;
  const query = {
    ...(agent !== '' && { agent_id: agent }),
    ...versionQuery(filter),
    ...(success !== '' && { success }),
  };
  const params = { path: { org_id: session.value?.org_id ?? '' }, query };
  const save = useAction(async () => {
    saveBlob(await answered(api.GET('/api/v1/calls/org/{org_id}/export', { params, parseAs: 'blob' })), 'calls.csv');
  });
  return (
    <Button icon="download" busy={save.isBusy} onPress={() => void save.run()}>
      {analysisStrings.export}
    </Button>
  );
}

/** The API filters by the versions of an agent. */
const versionQuery = ({ agent, version }: CallFilter): { agent_id?: string; agent_version?: number } =>
  version === '' ? {} : { agent_id: agent, agent_version: Number(version) };

interface CallListProps {
  readonly filter: CallFilter;
  readonly onFilter: (filter: CallFilter) => void;
  readonly offset: number;
  readonly onMove: (offset: number) => void;
}

function CallList({ filter, onFilter, offset, onMove }: CallListProps) {
  const isNarrowed = !isEverything(filter);
  const limit = isNarrowed ? SEARCHED : PAGE;
  const judged = { ...versionQuery(filter), ...(filter.success !== '' && { success: filter.success }) };
  const params = { path: { org_id: session.value?.org_id ?? '' }, query: { limit, offset, ...judged } };
  const ask = () => answered(api.GET('/api/v1/calls/org/{org_id}', { params }));
  const page = useQuery(ask, `${limit}/${offset}/${filter.success}/${filter.agent}/${filter.version}`, {
    everyMs: (value) => (value?.calls.some(isLive) ? LIVE_MS : QUIET_MS),
  });
  return (
    <AsyncView query={page}>
      {({ calls, total }) => {
        const wanted = calls.filter((call) => isWanted(filter, call));
        if (total === 0 && !isNarrowed)
          return (
            <EmptyState icon="phone" title={strings.none}>
              {strings.noneWhy}
            </EmptyState>
          );
        return (
          <>
            <Filters filter={filter} calls={calls} onFilter={onFilter} />
            {isNarrowed && <p class="hint">{sharedStrings.callsFound(wanted.length, Math.min(total, SEARCHED))}</p>}
            {wanted.length > 0 && <CallTable caption={strings.title} calls={wanted} />}
            {!isNarrowed && <Pager offset={offset} limit={limit} total={total} shown={calls.length} onMove={onMove} />}
          </>
        );
      }}
    </AsyncView>
  );
}
