import { useState } from 'preact/hooks';
import { AsyncView } from '../../parts/async-view.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button, LinkButton } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { useQuery } from '../../parts/use-query.ts';
import type { PageProps } from '../../page-props.ts';
import { at } from '../../paths.ts';
import type { Agent } from './agent.ts';
import { CanaryCard } from './canary-card.tsx';
import { CanaryDialog } from './canary-dialog.tsx';
import { canaryStrings } from './canary-strings.ts';
import { DraftCard } from './draft-card.tsx';
import { CompareDialog, RestoreDialog } from './version-dialogs.tsx';
import { versionStrings as strings } from './version-strings.ts';
import { readVersions } from './read-versions.ts';
import { namedChanges, type AgentVersion } from './versions.ts';

/** How often the figures of a running canary are read, in ms. */
const CANARY_MS = 5_000;

/** The versions of an agent, its draft and its canary: compare, roll back, publish. */
export function VersionsPage({ params: { id = '' } }: PageProps) {
  // The key drops the page of versions that is kept while the next one loads, when the address names another agent.
  return <VersionsOf key={id} id={id} />;
}

function VersionsOf({ id }: { readonly id: string }) {
  const [offset, setOffset] = useState(0);
  const history = useQuery(() => readVersions(id, offset), `${id}/${offset}`, {
    everyMs: (value) => (value?.canary?.state === 'running' ? CANARY_MS : null),
    keepsLast: true,
  });
  const known = history.value;
  return (
    <Page
      title={known ? strings.titleOf(known.agent.name) : strings.title}
      lead={strings.lead}
      back={{ href: at(`/agents/${id}`), label: known?.agent.name ?? strings.title }}
      actions={
        known && (
          <>
            <LinkButton icon="flask" href={at(`/rehearsals?agent=${encodeURIComponent(id)}`)}>
              {strings.rehearse}
            </LinkButton>
            {known.draft === null && (
              <LinkButton icon="edit" href={at(`/agents/${id}/draft`)}>
                {strings.begin}
              </LinkButton>
            )}
          </>
        )
      }
    >
      <AsyncView query={history}>
        {({ agent, page, draft, canary }) => (
          <>
            {canary && <CanaryCard canary={canary} onChange={history.refetch} />}
            {draft && <DraftCard agent={agent} draft={draft} onChange={history.refetch} />}
            {page.published_version === null && page.total > 0 && <Notice kind="warn">{strings.unrecorded}</Notice>}
            <Versions agent={agent} versions={page.versions} onChange={history.refetch} />
            <Pager {...page} shown={page.versions.length} onMove={setOffset} />
          </>
        )}
      </AsyncView>
    </Page>
  );
}

interface VersionsProps {
  readonly agent: Agent;
  readonly versions: readonly AgentVersion[];
  readonly onChange: () => void;
}

interface OpenDialog {
  readonly name: 'compare' | 'restore' | 'canary';
  readonly version: number;
}

function Versions({ agent, versions, onChange }: VersionsProps) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = (): void => setDialog(null);
  if (versions.length === 0)
    return (
      <EmptyState icon="edit" title={strings.none}>
        {strings.noneWhy}
      </EmptyState>
    );
  const numbers = versions.map(({ version }) => version);
  const done = (): void => {
    close();
    onChange();
  };
  return (
    <>
      <Table
        caption={strings.caption}
        columns={columnsOf(agent, numbers, setDialog)}
        rows={versions}
        keyOf={({ version }) => String(version)}
      />
      {dialog?.name === 'compare' && (
        <CompareDialog
          agentId={agent.agent_id}
          version={dialog.version}
          others={othersOf(dialog.version, numbers)}
          onClose={close}
        />
      )}
      {dialog?.name === 'restore' && (
        <RestoreDialog agent={agent} version={dialog.version} onClose={close} onDone={done} />
      )}
      {dialog?.name === 'canary' && (
        <CanaryDialog agentId={agent.agent_id} of={{ version: dialog.version }} onClose={close} onDone={done} />
      )}
    </>
  );
}

/** The versions to compare one with: the one before, and then the others on the page. */
function othersOf(version: number, numbers: readonly number[]): readonly [number, ...number[]] {
  const others = numbers.filter((number) => number !== version);
  const before = others.find((number) => number < version) ?? others[0] ?? version;
  return [before, ...others.filter((number) => number !== before)];
}

const columnsOf = (
  { version: published, canary }: Agent,
  numbers: readonly number[],
  open: (dialog: OpenDialog) => void,
): readonly Column<AgentVersion>[] => [
  {
    label: strings.version,
    cell: ({ version }) => (
      <>
        {strings.number(version)} {version === published && <Badge tone="good">{strings.published}</Badge>}
        {version === canary?.version && <Badge tone="info">{canaryStrings.tried(canary.share_percent)}</Badge>}
      </>
    ),
  },
  { label: strings.what, cell: (version) => <What {...version} /> },
  { label: strings.note, cell: ({ note }) => note },
  { label: strings.by, cell: ({ created_by }) => created_by ?? strings.byNobody },
  { label: strings.changed, align: 'end', cell: ({ created_at }) => <Moment at={created_at} /> },
  {
    label: '',
    align: 'end',
    cell: ({ version }) => (
      <span class="row">
        {numbers.length > 1 && (
          <Button onPress={() => open({ name: 'compare', version })}>
            {strings.compare} <span class="unseen">{strings.number(version)}</span>
          </Button>
        )}
        {version !== published && (
          <Button onPress={() => open({ name: 'restore', version })}>
            {strings.restore} <span class="unseen">{strings.number(version)}</span>
          </Button>
        )}
        {version !== published && published !== undefined && canary === undefined && (
          <Button onPress={() => open({ name: 'canary', version })}>
            {canaryStrings.tryVersion} <span class="unseen">{strings.number(version)}</span>
          </Button>
        )}
      </span>
    ),
  },
];

function What(version: AgentVersion) {
  const { names, more } = namedChanges(version);
  const { restored_from: from, canary_beside: beside } = version;
  if (names.length === 0) return version.version === 1 ? <span class="soft">{strings.first}</span> : null;
  return (
    <>
      {from !== undefined && <Badge>{strings.restoredFrom(from)}</Badge>}
      {beside !== undefined && <Badge>{canaryStrings.madeFor}</Badge>} <code>{names.join(', ')}</code>{' '}
      {more > 0 && <span class="soft">{strings.more(more)}</span>}
    </>
  );
}
