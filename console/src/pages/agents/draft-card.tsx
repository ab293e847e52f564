import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { Button, LinkButton } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Moment } from '../../parts/moment.tsx';
import { showToast } from '../../parts/toast.tsx';
import { at } from '../../paths.ts';
import { isCallable, type Agent } from './agent.ts';
import { CanaryDialog } from './canary-dialog.tsx';
import { canaryStrings } from './canary-strings.ts';
import { PublishDialog } from './version-dialogs.tsx';
import { versionStrings as strings } from './version-strings.ts';
import type { AgentDraft } from './versions.ts';

interface DraftCardProps {
  readonly agent: Agent;
  readonly draft: AgentDraft;
  /** It was published or discarded. */
  readonly onChange: () => void;
}

/** The draft of an agent, and what may be done with it. */
export function DraftCard({ agent, draft, onChange }: DraftCardProps) {
  const [dialog, setDialog] = useState<'publish' | 'canary' | 'discard' | null>(null);
  const { agent_id } = agent;
  const close = (): void => setDialog(null);
  const discard = async (): Promise<void> => {
    await answered(api.DELETE('/api/v1/agents/{agent_id}/draft', { params: { path: { agent_id } } }));
    showToast(strings.discarded);
    onChange();
  };
  const done = (): void => {
    close();
    onChange();
  };
  return (
    <section class="card padded stack" aria-labelledby="draft">
      <h2 id="draft">{strings.draft}</h2>
      <p class="soft">{strings.draftWhy(draft.base_version)}</p>
      <Facts
        of={[
          [strings.draftBy, draft.updated_by],
          [strings.draftAt, <Moment key="at" at={draft.updated_at} />],
        ]}
      />
      <div class="row">
        <Button kind="primary" onPress={() => setDialog('publish')}>
          {strings.publish}
        </Button>
        {agent.canary === undefined && <Button onPress={() => setDialog('canary')}>{canaryStrings.start}</Button>}
        <LinkButton icon="edit" href={at(`/agents/${agent_id}/draft`)}>
          {strings.edit}
        </LinkButton>
        {isCallable(agent) && (
          <LinkButton icon="microphone" href={at(`/agents/${agent_id}/talk?draft=1`)}>
            {strings.try}
          </LinkButton>
        )}
        <Button kind="quiet" onPress={() => setDialog('discard')}>
          {strings.discard}
        </Button>
      </div>
      {dialog === 'publish' && <PublishDialog agent={agent} draft={draft} onClose={close} onDone={done} />}
      {dialog === 'canary' && <CanaryDialog agentId={agent_id} of={triedOf(draft)} onClose={close} onDone={done} />}
      {dialog === 'discard' && (
        <Confirm title={strings.discardTitle} action={strings.discard} onConfirm={discard} onClose={close}>
          {strings.discardWhy}
        </Confirm>
      )}
    </section>
  );
}

const triedOf = ({ revision }: AgentDraft) => ({ expected_revision: revision });
