import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Table } from '../../parts/table.tsx';
import { showToast } from '../../parts/toast.tsx';
import { canaryStrings as strings } from './canary-strings.ts';
import { callsText, evidenceText, type Canary } from './canary.ts';

interface CanaryCardProps {
  readonly canary: Canary;
  /** It was aborted or promoted. */
  readonly onChange: () => void;
}

const TONES: Partial<Readonly<Record<Canary['state'], Tone>>> = {
  running: 'info',
  rolled_back: 'bad',
  promoted: 'good',
};

/** The last canary of an agent: how both versions do, and what may be done with it. */
export function CanaryCard({ canary, onChange }: CanaryCardProps) {
  const { version, base_version: base, state, share_percent: share, worse_by } = canary;
  const isRunning = state === 'running';
  return (
    <section class="card padded stack" aria-labelledby="canary">
      <h2 id="canary">
        {strings.title} <Badge tone={TONES[state] ?? 'plain'}>{strings.states[state]}</Badge>
      </h2>
      {isRunning ? (
        <p class="soft">{strings.running(version, share, base)}</p>
      ) : (
        <Notice kind={state === 'rolled_back' ? 'warn' : 'info'}>
          {strings.explained[state]} {worse_by !== null && strings.moreOf(strings.measures[worse_by])}
        </Notice>
      )}
      <Facts
        of={[
          [strings.note, canary.note],
          [strings.startedBy, canary.started_by],
          [strings.startedAt, <Moment key="started" at={canary.started_at} />],
          [strings.endedAt, canary.ended_at && <Moment key="ended" at={canary.ended_at} />],
        ]}
      />
      <Measures canary={canary} />
      {isRunning && <Actions canary={canary} onChange={onChange} />}
    </section>
  );
}

const Measures = ({ canary: { version, base_version: base, measures } }: { readonly canary: Canary }) => (
  <Table
    caption={strings.figures}
    columns={[
      { label: strings.measure, cell: ({ measure }) => strings.measures[measure] },
      { label: strings.version(version), cell: ({ canary }) => callsText(canary), align: 'end' },
      { label: strings.version(base), cell: ({ published }) => callsText(published), align: 'end' },
      { label: strings.evidence, cell: evidenceText, align: 'end' },
    ]}
    rows={measures}
    keyOf={({ measure }) => measure}
  />
);

function Actions({ canary: { agent_id, version }, onChange }: CanaryCardProps) {
  const [dialog, setDialog] = useState<'abort' | 'promote' | null>(null);
  const close = (): void => setDialog(null);
  const params = { path: { agent_id } };
  const abort = async (): Promise<void> => {
    await answered(api.DELETE('/api/v1/agents/{agent_id}/canary', { params }));
    showToast(strings.abortDone);
    onChange();
  };
  const promote = async (): Promise<void> => {
    const done = await answered(api.POST('/api/v1/agents/{agent_id}/canary/promote', { params, body: {} }));
    showToast(strings.promoteDone(done.version ?? 0));
    onChange();
  };
  return (
    <div class="row">
      <Button kind="primary" onPress={() => setDialog('promote')}>
        {strings.promote}
      </Button>
      <Button onPress={() => setDialog('abort')}>{strings.abort}</Button>
      {dialog === 'promote' && (
        <Confirm
          title={strings.promoteTitle}
          action={strings.promote}
          danger={false}
          onConfirm={promote}
          onClose={close}
        >
          {strings.promoteWhy(version)}
        </Confirm>
      )}
      {dialog === 'abort' && (
        <Confirm title={strings.abortTitle} action={strings.abort} onConfirm={abort} onClose={close}>
          {strings.abortWhy}
        </Confirm>
      )}
    </div>
  );
}
