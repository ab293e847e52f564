import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { LinkButton } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { FilterBar, FilterChoice } from '../../parts/filter-bar.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Page } from '../../parts/page.tsx';
import { Pager } from '../../parts/pager.tsx';
import { sharedStrings } from '../../parts/strings.ts';
import { Table, type Column } from '../../parts/table.tsx';
import { useFilters } from '../../parts/use-filters.ts';
import { useQuery } from '../../parts/use-query.ts';
import { formatCount } from '../../format.ts';
import { at } from '../../paths.ts';
import type { Agent } from '../agents/agent.ts';
import { isUnfinished, type SuiteSummary } from './rehearsal.ts';
import { strings } from './strings.ts';
import './rehearsals.css';
import { PassRate, RunBadge } from './verdicts.tsx';

const PAGE = 50;
const LIVE_MS = 3_000;

const PARTS = { agent: null } as const;

/** The suites of the organisation or of one agent, and how each was held last. */
export function RehearsalsPage() {
  const { filter, change, clear, isNarrowed, offset, move } = useFilters(PARTS);
  const page = useQuery(() => readSuites(filter.agent, offset), `${filter.agent}/${offset}`, {
    everyMs: (value) => (value?.suites.some(isLive) ? LIVE_MS : null),
    keepsLast: true,
  });
  const ofAgent = isNarrowed ? `?agent=${encodeURIComponent(filter.agent)}` : '';
  const add = (
    <LinkButton kind="primary" icon="plus" href={at(`/rehearsals/new${ofAgent}`)}>
      {strings.new}
    </LinkButton>
  );
  return (
    <Page title={strings.title} lead={strings.lead} actions={add}>
      <AsyncView query={page}>
        {({ suites, total, agents }) => (
          <>
            {(isNarrowed || total > 1) && (
              <FilterBar label={strings.filters} isNarrowed={isNarrowed} onClear={clear}>
                <FilterChoice
                  label={sharedStrings.agent}
                  words={Object.fromEntries(agents.map(({ agent_id, name }) => [agent_id, name]))}
                  value={filter.agent}
                  onChange={(agent) => change({ agent })}
                />
              </FilterBar>
            )}
            {total === 0 ? (
              <EmptyState icon="flask" title={strings.none} action={add}>
                {strings.noneWhy}
              </EmptyState>
            ) : (
              <Table caption={strings.title} columns={COLUMNS} rows={suites} keyOf={({ suite_id }) => suite_id} />
            )}
            <Pager offset={offset} limit={PAGE} total={total} shown={suites.length} onMove={move} />
          </>
        )}
      </AsyncView>
    </Page>
  );
}

interface SuitePageOfAgents {
  readonly suites: readonly NamedSuite[];
  readonly total: number;
  readonly agents: readonly Agent[];
}

/** A page of the suites, each with the name of its agent; null if that was deleted. */
async function readSuites(agentId: string, offset: number): Promise<SuitePageOfAgents> {
  const params = { query: { limit: PAGE, offset, ...(agentId !== '' && { agent_id: agentId }) } };
  const [page, agents] = await Promise.all([
    answered(api.GET('/api/v1/rehearsal-suites', { params })),
    answered(api.GET('/api/v1/agents')),
  ]);
  const names = new Map(agents.map(({ agent_id, name }) => [agent_id, name]));
  const suites = page.suites.map((suite) => ({ ...suite, agentName: names.get(suite.agent_id) ?? null }));
  return { suites, total: page.total, agents };
}

interface NamedSuite extends SuiteSummary {
  readonly agentName: string | null;
}

const isLive = ({ last_run: run }: SuiteSummary): boolean => run !== null && isUnfinished(run);

const COLUMNS: readonly Column<NamedSuite>[] = [
  {
    label: strings.suite,
    cell: ({ suite_id, title }) => (
      <a class="row-link" href={at(`/rehearsals/${suite_id}`)}>
        {title}
      </a>
    ),
  },
  {
    label: sharedStrings.agent,
    cell: ({ agentName }) => <span class="suite-agent">{agentName ?? strings.noAgent}</span>,
  },
  { label: strings.conversations, align: 'end', cell: ({ conversations }) => formatCount(conversations) },
  { label: strings.result, isInCorner: true, cell: ({ last_run: run }) => <LastResult run={run} /> },
  {
    label: strings.lastRun,
    align: 'end',
    cell: ({ last_run: run }) => run?.finished_at && <Moment at={run.finished_at} />,
  },
];

function LastResult({ run }: { readonly run: SuiteSummary['last_run'] }) {
  if (run === null) return <span class="soft">{strings.never}</span>;
  return run.state === 'completed' ? <PassRate share={run.pass_at_1} /> : <RunBadge state={run.state} />;
}
