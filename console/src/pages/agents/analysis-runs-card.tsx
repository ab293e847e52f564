import { useState } from 'preact/hooks';
import { answered, api, type components } from '../../api.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Form } from '../../parts/form.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Progress } from '../../parts/progress.tsx';
import { Switch } from '../../parts/switch.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useQuery } from '../../parts/use-query.ts';
import { analysisStrings as words } from './analysis-strings.ts';

type Run = components['schemas']['AnalysisRun'];

const RUNNING_MS = 2_000;
const MAXIMUM = '1000';

/** Analyses old calls of the agent, and shows how far the newest run is. */
export function AnalysisRunsCard({ agentId }: { readonly agentId: string }) {
  const run = useQuery(() => newestRun(agentId), agentId, {
    everyMs: (value) => (value?.state === 'running' ? RUNNING_MS : null),
  });
  return (
    <section class="card padded stack" aria-labelledby="analysis-runs-title">
      <h2 id="analysis-runs-title">{words.runs}</h2>
      <p class="hint">{words.runsHint}</p>
      {run.value && <RunState run={run.value} onChange={run.refetch} />}
      {run.value?.state !== 'running' && <StartRun agentId={agentId} onStart={run.refetch} />}
    </section>
  );
}

/** The newest run that concerns the agent, of those that the API lists first. */
async function newestRun(agentId: string): Promise<Run | null> {
  const { runs } = await answered(api.GET('/api/v1/analysis-runs', { params: { query: { limit: 50 } } }));
  return runs.find(({ agent_id: of }) => of === agentId || of === null) ?? null;
}

interface RunStateProps {
  readonly run: Run;
  readonly onChange: () => void;
}

function RunState({ run, onChange }: RunStateProps) {
  const cancelling = useAction(async () => {
    const params = { path: { run_id: run.run_id } };
    await answered(api.POST('/api/v1/analysis-runs/{run_id}/cancel', { params }));
    onChange();
  });
  const { done, failed, pending } = run.progress;
  const read = words.read(run.calls_read, run.calls_total);
  return (
    <div class="stack" role="status">
      <Facts
        of={[
          [words.started, <Moment at={run.created_at} />],
          [words.state, <Badge>{words.states[run.state]}</Badge>],
          [words.calls, read],
          [words.analyses, words.progress(done, failed, pending)],
        ]}
      />
      {run.state === 'running' && (
        <>
          <Progress label={read} value={run.calls_total === 0 ? null : run.calls_read / run.calls_total} />
          {cancelling.trouble !== null && <Notice kind="error">{cancelling.trouble}</Notice>}
          <div class="row">
            <Button busy={cancelling.isBusy} onPress={() => void cancelling.run()}>
              {words.cancel}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function StartRun({ agentId, onStart }: { readonly agentId: string; readonly onStart: () => void }) {
  const [{ from, to, maximum, repeat }, setRun] = useState({ from: '', to: '', maximum: MAXIMUM, repeat: false });
  const set = (part: Partial<{ from: string; to: string; maximum: string; repeat: boolean }>): void =>
    setRun((before) => ({ ...before, ...part }));
  const starting = useAction(async () => {
    const span = { ...(from !== '' && { from: momentOf(from) }), ...(to !== '' && { to: momentOf(to) }) };
    const body = { agent_id: agentId, ...span, repeat, max_calls: Number(maximum) };
    await answered(api.POST('/api/v1/analysis-runs', { body }));
    onStart();
  }, ['from', 'to', 'max_calls']);
  const time = (name: 'from' | 'to', value: string) => (
    <TextField
      label={words[name]}
      type="datetime-local"
      optional
      value={value}
      error={starting.problemOf(name)}
      onInput={(typed) => set({ [name]: typed })}
    />
  );
  return (
    <Form onSubmit={() => starting.run()} trouble={starting.trouble}>
      <div class="field-grid">
        {time('from', from)}
        {time('to', to)}
        <TextField
          label={words.maximum}
          hint={words.maximumHint}
          type="number"
          min={1}
          max={10_000}
          step={1}
          required
          value={maximum}
          error={starting.problemOf('max_calls')}
          onInput={(typed) => set({ maximum: typed })}
        />
      </div>
      <Switch label={words.repeat} checked={repeat} onChange={(on) => set({ repeat: on })} />
      <div class="row">
        <Button type="submit" busy={starting.isBusy}>
          {words.start}
        </Button>
      </div>
    </Form>
  );
}

/** A local time of the field as a moment. */
const momentOf = (local: string): string => new Date(local).toISOString();
