import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { FilterBar, NoMatch } from '../../parts/filter-bar.tsx';
import { Pager } from '../../parts/pager.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { sharedStrings } from '../../parts/strings.ts';
import { Tabs } from '../../parts/tabs.tsx';
import { useFilters } from '../../parts/use-filters.ts';
import { useQuery } from '../../parts/use-query.ts';
import { session } from '../../session.ts';
import { CallTable } from '../calls/call-table.tsx';
import { numberQuery, STANDINGS } from '../calls/filter.ts';
import { contactColumns } from './contact-columns.ts';
import { strings } from './strings.ts';

interface RunsProps {
  readonly campaignId: string;
  /** How often they are asked for again. */
  readonly everyMs: number;
}

const PAGE = 100;
const PARTS = { number: null, show: STANDINGS } as const;
const TABS = (['all', ...STANDINGS] as const).map((id) => ({ id, label: sharedStrings.callFilters[id] }));

/** The calls of a campaign by how they stand, the newest first. */
export function Runs({ campaignId, everyMs }: RunsProps) {
  const { filter, change, clear, isNarrowed, offset, move } = useFilters(PARTS);
  const { show, number } = filter;
  const chosen = { ...(show !== '' && { standing: show }), ...numberQuery(number) };
  const query = { campaign_id: campaignId, limit: PAGE, offset, ...chosen };
  const params = { path: { org_id: session.value?.org_id ?? '' }, query };
  const page = useQuery(() => answered(api.GET('/api/v1/calls/org/{org_id}', { params })), JSON.stringify(query), {
    everyMs,
    keepsLast: true,
  });
  return (
    <section class="stack">
      <h2>{strings.runs}</h2>
      <Tabs
        label={strings.runs}
        tabs={TABS}
        selected={show === '' ? 'all' : show}
        onSelect={(id) => change({ show: STANDINGS.find((each) => each === id) ?? '' })}
      >
        <div class="stack">
          <FilterBar label={strings.searchRuns} isNarrowed={number !== ''} onClear={clear}>
            <SearchField
              label={strings.runNumber}
              value={number}
              onSearch={(text) => change({ number: text }, 'typed')}
            />
          </FilterBar>
          <AsyncView query={page}>
            {({ calls, total }) =>
              calls.length === 0 ? (
                <Nothing isNarrowed={isNarrowed || offset > 0} onClear={clear} />
              ) : (
                <>
                  <CallTable
                    caption={strings.runs}
                    calls={calls}
                    isOfOneAgent
                    more={contactColumns(calls, !isNarrowed && total <= PAGE)}
                  />
                  <Pager offset={offset} limit={PAGE} total={total} shown={calls.length} onMove={move} />
                </>
              )
            }
          </AsyncView>
        </div>
      </Tabs>
    </section>
  );
}

const Nothing = ({ isNarrowed, onClear }: { readonly isNarrowed: boolean; readonly onClear: () => void }) =>
  isNarrowed ? <NoMatch onClear={onClear} /> : <p class="soft">{strings.noRuns}</p>;
