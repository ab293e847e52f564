import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Pager } from '../../parts/pager.tsx';
import type { Column } from '../../parts/table.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { useTab } from '../../parts/use-tab.ts';
import { sharedStrings } from '../../parts/strings.ts';
import { strings } from './strings.ts';
import type { Call } from '../calls/call.ts';
import { CallTable } from '../calls/call-table.tsx';
import { isWanted, SHOWN, type CallFilter } from '../calls/filter.ts';
import { mergeCalls } from '../calls/merge-calls.ts';
import { contactColumns } from './contact-columns.ts';

interface RunsProps {
  readonly campaignId: string;
  /** Its newest calls, which are here already. */
  readonly latest: readonly Call[];
  /** How many are shown at a time. */
  readonly limit: number;
}

/** Number of newest calls that a tab filters. The API cannot filter calls. */
const SEARCHED = 500;
const SEARCHED_MS = 15_000;

/** The calls of a campaign by how they stand, the newest first. */
export function Runs({ campaignId, latest, limit }: RunsProps) {
  const [show, setShow] = useTab(SHOWN);
  return (
    <section class="stack">
      <h2>{strings.runs}</h2>
      <Tabs
        label={strings.runs}
        tabs={SHOWN.map((id) => ({ id, label: sharedStrings.callFilters[id] }))}
        selected={show}
        onSelect={setShow}
      >
        {show === 'all' ? (
          <All campaignId={campaignId} latest={latest} limit={limit} />
        ) : (
          <Some campaignId={campaignId} latest={latest} show={show} />
        )}
      </Tabs>
    </section>
  );
}

const ask = (campaignId: string, query: { readonly limit: number; readonly offset?: number }) =>
  answered(api.GET('/api/v1/campaign/{campaign_id}/runs', { params: { path: { campaign_id: campaignId }, query } }));

function All({ campaignId, latest, limit }: RunsProps) {
  const [offset, setOffset] = useState(0);
  const older = useQuery(
    async () => (offset === 0 ? [] : ask(campaignId, { limit, offset })),
    `${campaignId}/${offset}`,
  );
  return (
    <AsyncView query={offset === 0 ? { ...older, value: latest } : older}>
      {(calls) => (
        <div class="stack">
          <Shown calls={calls} more={contactColumns(calls, offset === 0 && calls.length < limit)} />
          <Pager offset={offset} limit={limit} total={null} shown={calls.length} onMove={setOffset} />
        </div>
      )}
    </AsyncView>
  );
}

/** Those of the newest that stand like this, and among how many they were looked for. */
function Some({ campaignId, latest, show }: Omit<RunsProps, 'limit'> & Pick<CallFilter, 'show'>) {
  const many = useQuery(() => ask(campaignId, { limit: SEARCHED }), campaignId, { everyMs: SEARCHED_MS });
  return (
    <AsyncView query={many}>
      {(known) => {
        const among = mergeCalls(latest, known);
        const calls = among.filter((call) => isWanted({ show, type: '', agent: '', version: '', success: '' }, call));
        return (
          <div class="stack">
            <p class="hint">{sharedStrings.callsFound(calls.length, among.length)}</p>
            {calls.length > 0 && <Shown calls={calls} more={contactColumns(among, known.length < SEARCHED)} />}
          </div>
        );
      }}
    </AsyncView>
  );
}

interface ShownProps {
  readonly calls: readonly Call[];
  readonly more: readonly Column<Call>[];
}

const Shown = ({ calls, more }: ShownProps) =>
  calls.length === 0 ? (
    <p class="soft">{strings.noRuns}</p>
  ) : (
    <CallTable caption={strings.runs} calls={calls} isOfOneAgent more={more} />
  );
