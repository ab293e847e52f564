import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useQuery } from '../../parts/use-query.ts';
import type { PageProps } from '../../page-props.ts';
import { at } from '../../paths.ts';
import { rights } from '../../session.ts';
import { isUnfinished, type Run, type Suite } from './rehearsal.ts';
import { readSuite } from './rehearsal-queries.ts';
import { StartDialog } from './start-dialog.tsx';
import { strings } from './strings.ts';
import { PassRate, RunBadge, sidesOf } from './verdicts.tsx';
import './rehearsals.css';

const PAGE = 20;
const LIVE_MS = 2_000;

/** One suite: its runs, and the way to another one. */
export function SuitePage({ params: { id = '' } }: PageProps) {
  const [isStarting, setStarting] = useState(false);
  const query = useQuery(() => readSuite(id), id);
  const suite = query.value;
  return (
    <Page
      title={suite?.title ?? strings.suite}
      back={{ href: at('/rehearsals'), label: strings.title }}
      lead={suite && <AgentName id={suite.agent_id} />}
      actions={
        suite && (
          <>
            {suite.is_held_here && (
              <Button kind="primary" icon="play" onPress={() => setStarting(true)}>
                {strings.start}
              </Button>
            )}
            <MoreActions suite={suite} />
          </>
        )
      }
    >
      <AsyncView query={query}>
        {(known) => (
          <>
            {!known.is_held_here && <Notice>{strings.byCommand}</Notice>}
            <Runs key={id} suiteId={id} />
            {isStarting && <StartDialog suite={known} onClose={() => setStarting(false)} />}
          </>
        )}
      </AsyncView>
    </Page>
  );
}

function AgentName({ id }: { readonly id: string }) {
  const params = { path: { agent_id: id } };
  const agent = useQuery(() => answered(api.GET('/api/v1/agents/{agent_id}', { params })), id);
  return <a href={at(`/agents/${id}`)}>{agent.value?.name ?? id}</a>;
}

function MoreActions({ suite: { suite_id, title } }: { readonly suite: Suite }) {
  const [isRemoving, setRemoving] = useState(false);
  const { route } = useLocation();
  const { isAdmin } = rights.value;
  const remove = async (): Promise<void> => {
    await answered(api.DELETE('/api/v1/rehearsal-suites/{suite_id}', { params: { path: { suite_id } } }));
    showToast(strings.removed);
    route(at('/rehearsals'));
  };
  const label = isAdmin ? strings.remove : strings.removeAdmins;
  return (
    <>
      <Menu
        label={strings.more}
        items={[
          { label: strings.edit, icon: 'edit', onSelect: () => route(at(`/rehearsals/${suite_id}/edit`)) },
          { label, icon: 'trash', danger: true, disabled: !isAdmin, onSelect: () => setRemoving(true) },
        ]}
      />
      {isRemoving && (
        <Confirm
          title={strings.removeTitle(title)}
          action={strings.remove}
          onConfirm={remove}
          onClose={() => setRemoving(false)}
        >
          {strings.removeWhy}
        </Confirm>
      )}
    </>
  );
}

function Runs({ suiteId }: { readonly suiteId: string }) {
  const [offset, setOffset] = useState(0);
  const params = { path: { suite_id: suiteId }, query: { limit: PAGE, offset } };
  const page = useQuery(
    () => answered(api.GET('/api/v1/rehearsal-suites/{suite_id}/runs', { params })),
    `${suiteId}/${offset}`,
    { everyMs: (value) => (value?.runs.some(isUnfinished) ? LIVE_MS : null), keepsLast: true },
  );
  return (
    <AsyncView query={page}>
      {({ runs, total }) =>
        total === 0 ? (
          <EmptyState icon="flask" title={strings.noRuns}>
            {strings.noRunsWhy}
          </EmptyState>
        ) : (
          <>
            <Table caption={strings.runs} columns={COLUMNS} rows={runs} keyOf={({ run_id }) => run_id} />
            <Pager offset={offset} limit={PAGE} total={total} shown={runs.length} onMove={setOffset} />
          </>
        )
      }
    </AsyncView>
  );
}

const COLUMNS: readonly Column<Run>[] = [
  {
    label: strings.run,
    cell: ({ run_id, created_at, created_by }) => (
      <span>
        <a class="row-link" href={at(`/rehearsals/runs/${run_id}`)}>
          <Moment at={created_at} />
        </a>{' '}
        <span class="hint">{strings.startedBy(created_by)}</span>
      </span>
    ),
  },
  { label: strings.agentA, cell: sidesOf },
  { label: strings.level, cell: ({ level }) => strings.levels[level] },
  { label: strings.state, isInCorner: true, cell: ({ state }) => <RunBadge state={state} /> },
  {
    label: strings.passAt1,
    align: 'end',
    cell: ({ sides }) =>
      sides.some(({ summary }) => summary !== null) && (
        <span class="pass-rates">
          {sides.map(({ side, summary }) => (
            <span key={side}>
              {sides.length > 1 && <span class="hint">{side.toUpperCase()} </span>}
              <PassRate share={summary?.pass_at_1 ?? null} />
            </span>
          ))}
        </span>
      ),
  },
];
