import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { answered, api } from '../../api.ts';
import { Badge } from '../../parts/badge.tsx';
import type { BulkAction } from '../../parts/bulk-action.ts';
import { BulkTable } from '../../parts/bulk-table.tsx';
import { LinkButton } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Menu, type MenuItem } from '../../parts/menu.tsx';
import { Moment } from '../../parts/moment.tsx';
import type { NameOfProvider } from '../../parts/provider-names.ts';
import type { Column } from '../../parts/table.tsx';
import { showToast } from '../../parts/toast.tsx';
import type { Selection } from '../../parts/use-selection.ts';
import { languageName } from '../../parts/language-name.ts';
import { at } from '../../paths.ts';
import { rights } from '../../session.ts';
import { bulkStrings } from './bulk-strings.ts';
import { strings } from './strings.ts';
import { isCallable, type Agent } from './agent.ts';
import './agents-table.css';

interface AgentsTableProps {
  readonly agents: readonly Agent[];
  readonly nameOf: NameOfProvider;
  readonly again: () => void;
  readonly selection: Selection;
}

/** Agents with what may be done with each. */
export function AgentsTable({ agents, nameOf, again, selection }: AgentsTableProps) {
  const [leaving, setLeaving] = useState<Agent | null>(null);
  const [moving, setMoving] = useState<Agent | null>(null);
  const { route } = useLocation();
  const columns: readonly Column<Agent>[] = [
    { label: strings.name, cell: (agent) => <Name {...agent} /> },
    { label: strings.category, cell: ({ agent_category }) => <Badge>{strings.categories[agent_category]}</Badge> },
    {
      label: strings.number,
      cell: ({ linked_phone_number: number }) => number && <span class="agent-number figure">{number}</span>,
    },
    { label: strings.language, cell: ({ config }) => languageName(config.language.primary) },
    {
      label: strings.models,
      cell: ({ config }) => <span class="agent-models soft">{providersOf(config, nameOf)}</span>,
    },
    { label: strings.changed, align: 'end', cell: ({ updated_at }) => <Moment at={updated_at} /> },
    {
      label: '',
      align: 'end',
      cell: (agent) => <Actions {...{ agent, route, onMove: setMoving, onRemove: setLeaving }} />,
    },
  ];
  return (
    <>
      <BulkTable
        {...{ columns, rows: agents, keyOf, selection }}
        nameOf={({ name }) => name}
        caption={strings.title}
        actions={rights.value.isAdmin ? [ARCHIVE, RESTORE, REMOVE] : [ARCHIVE, RESTORE]}
        onChange={again}
      />
      {moving && <StatusChange agent={moving} onClose={() => setMoving(null)} onDone={again} />}
      {leaving && <Removal agent={leaving} onClose={() => setLeaving(null)} onGone={again} />}
    </>
  );
}

const keyOf = ({ agent_id }: Agent): string => agent_id;

const changeStatus = ({ agent_id }: Agent, status: Agent['status']) =>
  answered(api.PATCH('/api/v1/agents/{agent_id}', { params: { path: { agent_id } }, body: { status } }));

const remove = ({ agent_id }: Agent) =>
  answered(api.DELETE('/api/v1/agents/{agent_id}', { params: { path: { agent_id } } }));

const ARCHIVE: BulkAction<Agent> = {
  label: strings.archive.action,
  icon: 'archive',
  takes: ({ status }) => status === 'active',
  consequence: bulkStrings.archive,
  run: (agent) => changeStatus(agent, 'archived'),
};

const RESTORE: BulkAction<Agent> = {
  label: strings.restore.action,
  icon: 'refresh',
  takes: ({ status }) => status === 'archived',
  consequence: bulkStrings.restore,
  run: (agent) => changeStatus(agent, 'active'),
};

const REMOVE: BulkAction<Agent> = {
  label: strings.remove,
  icon: 'trash',
  isDangerous: true,
  takes: () => true,
  consequence: bulkStrings.remove,
  run: remove,
};

const Name = ({ agent_id, name, status }: Agent) => (
  <span class="agent-name">
    <a class="row-link" title={name} href={at(`/agents/${agent_id}`)}>
      {name}
    </a>
    {status === 'archived' && <Badge tone="warn">{strings.statuses.archived}</Badge>}
  </span>
);

const providersOf = ({ models }: Agent['config'], nameOf: NameOfProvider): string =>
  (['stt', 'llm', 'tts'] as const).map((kind) => nameOf(kind, models[`${kind}_config`].provider)).join(' · ');

interface ActionsProps {
  readonly agent: Agent;
  readonly route: (url: string) => void;
  readonly onMove: (agent: Agent) => void;
  readonly onRemove: (agent: Agent) => void;
}

function Actions({ agent, route, onMove, onRemove }: ActionsProps) {
  const { agent_id: id, name } = agent;
  const items: readonly MenuItem[] = [
    { label: strings.edit, icon: 'edit', onSelect: () => route(at(`/agents/${id}`)) },
    { label: strings.duplicate, icon: 'copy', onSelect: () => route(at(`/agents/new?copy=${encodeURIComponent(id)}`)) },
    {
      label: moveWords(agent).action,
      icon: agent.status === 'active' ? 'archive' : 'refresh',
      onSelect: () => onMove(agent),
    },
    {
      label: rights.value.isAdmin ? strings.remove : strings.removeAdmins,
      icon: 'trash',
      danger: true,
      disabled: !rights.value.isAdmin,
      onSelect: () => onRemove(agent),
    },
  ];
  return (
    <span class="agent-actions">
      {isCallable(agent) && (
        <LinkButton icon="microphone" href={at(`/agents/${id}/talk`)}>
          {strings.talk} <span class="unseen">{name}</span>
        </LinkButton>
      )}
      <Menu label={strings.more(name)} items={items} />
    </span>
  );
}

const moveWords = ({ status }: Agent) => (status === 'active' ? strings.archive : strings.restore);

interface StatusChangeProps {
  readonly agent: Agent;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks before an agent is archived, or restored, and does it. */
function StatusChange({ agent, onClose, onDone }: StatusChangeProps) {
  const { action, title, why, done } = moveWords(agent);
  const change = async (): Promise<void> => {
    await changeStatus(agent, agent.status === 'active' ? 'archived' : 'active');
    showToast(done(agent.name));
    onDone();
  };
  return (
    <Confirm title={title(agent.name)} action={action} danger={false} onConfirm={change} onClose={onClose}>
      {why}
    </Confirm>
  );
}

interface RemovalProps {
  readonly agent: Agent;
  readonly onClose: () => void;
  readonly onGone: () => void;
}

/** Asks before an agent is deleted, and deletes it. */
function Removal({ agent, onClose, onGone }: RemovalProps) {
  const removeIt = async (): Promise<void> => {
    await remove(agent);
    showToast(strings.removed(agent.name));
    onGone();
  };
  return (
    <Confirm title={strings.removeTitle(agent.name)} action={strings.remove} onConfirm={removeIt} onClose={onClose}>
      {strings.removeWhy}
    </Confirm>
  );
}
