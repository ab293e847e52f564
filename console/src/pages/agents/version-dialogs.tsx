import { useState, type Dispatch, type StateUpdater } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogFoot } from '../../parts/dialog.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Select } from '../../parts/select.tsx';
import { sharedStrings } from '../../parts/strings.ts';
import { TextField } from '../../parts/text-field.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAction, type Action } from '../../parts/use-action.ts';
import { useQuery } from '../../parts/use-query.ts';
import type { Agent } from './agent.ts';
import { VersionDiff } from './version-diff.tsx';
import { VersionMetricsTable } from './version-metrics.tsx';
import { versionStrings as strings } from './version-strings.ts';
import { compareDraft, compareVersions } from './read-versions.ts';
import type { AgentDraft } from './versions.ts';

/** Most characters of a note. */
const NOTE_MAX = 500;

interface CompareProps {
  readonly agentId: string;
  readonly version: number;
  /** The versions that it can be compared with; the first of them is chosen at the beginning. */
  readonly others: readonly [number, ...number[]];
  readonly onClose: () => void;
}

/** What differs from another version to this one, and how the calls of both went. */
export function CompareDialog({ agentId, version, others, onClose }: CompareProps) {
  const [against, setAgainst] = useState(others[0]);
  const changes = useQuery(() => compareVersions(agentId, version, against), `${version}/${against}`);
  return (
    <Dialog wide title={strings.compareTitle(version)} onClose={onClose}>
      <div class="stack">
        <Select
          label={strings.compareWith}
          value={String(against)}
          options={others.map((other) => ({ value: String(other), label: strings.number(other) }))}
          onChange={(value) => setAgainst(Number(value))}
        />
        <VersionMetricsTable agentId={agentId} versions={[version, against]} />
        <VersionDiff query={changes} />
      </div>
      <DialogFoot>
        <Button onPress={onClose}>{sharedStrings.close}</Button>
      </DialogFoot>
    </Dialog>
  );
}

interface RestoreProps {
  readonly agent: Agent;
  readonly version: number;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks before an earlier version is published again, and does it. */
export function RestoreDialog({ agent, version, onClose, onDone }: RestoreProps) {
  const { agent_id, version: published } = agent;
  const changes = useQuery(() => compareVersions(agent_id, version, published ?? version), version);
  const [note, setNote] = useState('');
  const restoring = useAction(async () => {
    const params = { path: { agent_id, version: String(version) } };
    const body = { ...noted(note), ...(published !== undefined && { expected_version: published }) };
    const done = await answered(api.POST('/api/v1/agents/{agent_id}/versions/{version}/restore', { params, body }));
    showToast(strings.restored(done.version ?? version));
    onDone();
  });
  return (
    <Dialog wide title={strings.restoreTitle(version)} onClose={onClose}>
      <div class="stack">
        <p class="soft">{strings.restoreLead}</p>
        <Note {...{ note, setNote, doing: restoring }} />
        <VersionDiff query={changes} />
      </div>
      <Foot doing={restoring} action={strings.restore} onClose={onClose} />
    </Dialog>
  );
}

interface PublishProps {
  readonly agent: Agent;
  readonly draft: AgentDraft;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks before a draft is published, and does it. */
export function PublishDialog({ agent, draft, onClose, onDone }: PublishProps) {
  const { agent_id } = agent;
  const isOutdated = agent.version !== draft.base_version;
  const changes = useQuery(() => compareDraft(agent_id), draft.revision);
  const [note, setNote] = useState('');
  const publishing = useAction(async () => {
    const params = { path: { agent_id } };
    const body = { ...noted(note), expected_revision: draft.revision, ...(isOutdated && { overwrite: true }) };
    const done = await answered(api.POST('/api/v1/agents/{agent_id}/publish', { params, body }));
    showToast(strings.publishDone(done.version ?? 0));
    onDone();
  });
  return (
    <Dialog wide title={strings.publishTitle} onClose={onClose}>
      <div class="stack">
        <p class="soft">{strings.publishLead}</p>
        {isOutdated && <Notice kind="warn">{strings.outdated(draft.base_version)}</Notice>}
        <Note {...{ note, setNote, doing: publishing }} />
        <VersionDiff query={changes} />
      </div>
      <Foot doing={publishing} action={isOutdated ? strings.publishOver : strings.publish} onClose={onClose} />
    </Dialog>
  );
}

const noted = (note: string): { readonly note?: string } => (note.trim() === '' ? {} : { note });

interface NoteProps {
  readonly note: string;
  readonly setNote: Dispatch<StateUpdater<string>>;
  readonly doing: Action<[]>;
}

const Note = ({ note, setNote, doing }: NoteProps) => (
  <>
    {doing.trouble !== null && <Notice kind="error">{doing.trouble}</Notice>}
    <TextField
      optional
      label={strings.note}
      hint={strings.hintForNote}
      value={note}
      onInput={setNote}
      maxLength={NOTE_MAX}
    />
  </>
);

interface FootProps {
  readonly doing: Action<[]>;
  readonly action: string;
  readonly onClose: () => void;
}

const Foot = ({ doing, action, onClose }: FootProps) => (
  <DialogFoot>
    <Button onPress={onClose}>{sharedStrings.cancel}</Button>
    <Button kind="primary" busy={doing.isBusy} onPress={() => void doing.run()}>
      {action}
    </Button>
  </DialogFoot>
);
