import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Progress } from '../../parts/progress.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useQuery, type QueryState } from '../../parts/use-query.ts';
import { formatExactMoment } from '../../format.ts';
import type { PageProps } from '../../page-props.ts';
import { at } from '../../paths.ts';
import { rights } from '../../session.ts';
import { ConversationTable } from './conversation-table.tsx';
import { isUnfinished, type Run } from './rehearsal.ts';
import { readConversations, readRun } from './rehearsal-queries.ts';
import { RunResult } from './run-result.tsx';
import { runStrings as strings, strings as listStrings } from './strings.ts';
import { RunBadge } from './verdicts.tsx';

const LIVE_MS = 2_000;

/** One run: how far it is, what came of it, and its conversations. */
export function RunPage({ params: { id = '' } }: PageProps) {
  const query = useQuery(() => readRun(id), id, { everyMs: (run) => (run && isUnfinished(run) ? LIVE_MS : null) });
  const run = query.value;
  return (
    <Page
      title={run ? strings.titleOf(run.suite_title) : strings.title}
      lead={run && strings.of(formatExactMoment(new Date(run.created_at)), run.created_by)}
      back={{
        href: at(run ? `/rehearsals/${run.suite_id}` : '/rehearsals'),
        label: run?.suite_title ?? listStrings.title,
      }}
      beside={run && <RunBadge state={run.state} />}
      actions={run && (isUnfinished(run) ? <CancelRun {...{ query, run }} /> : <DeleteRun run={run} />)}
    >
      <AsyncView query={query}>
        {(known) => (
          <>
            {known.error !== null && <Notice kind="error">{known.error}</Notice>}
            {known.remarks.map((remark) => (
              <Notice key={remark}>{remark}</Notice>
            ))}
            {isUnfinished(known) && <LiveState run={known} />}
            <RunResult run={known} />
            <Conversations run={known} />
          </>
        )}
      </AsyncView>
    </Page>
  );
}

function CancelRun({ run: { run_id }, query }: { readonly run: Run; readonly query: QueryState<Run> }) {
  const canceling = useAction(async () => {
    await answered(api.POST('/api/v1/rehearsal-runs/{run_id}/cancel', { params: { path: { run_id } } }));
    showToast(strings.canceled);
    query.refetch();
  });
  return (
    <>
      {canceling.trouble !== null && <Notice kind="error">{canceling.trouble}</Notice>}
      <Button busy={canceling.isBusy} onPress={() => void canceling.run()}>
        {strings.cancel}
      </Button>
    </>
  );
}

function DeleteRun({ run: { run_id, suite_id } }: { readonly run: Run }) {
  const [isRemoving, setRemoving] = useState(false);
  const { route } = useLocation();
  const remove = async (): Promise<void> => {
    await answered(api.DELETE('/api/v1/rehearsal-runs/{run_id}', { params: { path: { run_id } } }));
    showToast(strings.removed);
    route(at(`/rehearsals/${suite_id}`));
  };
  if (!rights.value.isAdmin) return null;
  return (
    <>
      <Button kind="quiet" icon="trash" label={strings.remove} onPress={() => setRemoving(true)} />
      {isRemoving && (
        <Confirm
          title={strings.removeTitle}
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

function LiveState({ run: { state, conversations_done: done, conversations_total: total } }: { readonly run: Run }) {
  const words = state === 'queued' ? strings.waiting : strings.progress(done, total);
  return (
    <section class="card padded stack" role="status">
      <p>{words}</p>
      <Progress label={words} value={total === 0 ? null : done / total} />
    </section>
  );
}

function Conversations({ run }: { readonly run: Run }) {
  const isLive = isUnfinished(run);
  const conversations = useQuery(() => readConversations(run.run_id, !isLive), `${run.run_id}/${run.state}`, {
    everyMs: isLive ? LIVE_MS : null,
  });
  return <AsyncView query={conversations}>{(all) => <ConversationTable run={run} conversations={all} />}</AsyncView>;
}
