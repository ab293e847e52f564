import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { Badge } from '../../parts/badge.tsx';
import type { BulkAction } from '../../parts/bulk-action.ts';
import { BulkTable } from '../../parts/bulk-table.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Menu, type MenuItem } from '../../parts/menu.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Notice } from '../../parts/notice.tsx';
import type { Column } from '../../parts/table.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAction } from '../../parts/use-action.ts';
import type { Selection } from '../../parts/use-selection.ts';
import { formatCount } from '../../format.ts';
import { at } from '../../paths.ts';
import { strings } from './strings.ts';
import type { Agent } from '../agents/agent.ts';
import { intervals, isShown, toneOf, usersOf, type Document, type RefreshInterval } from './document.ts';
import './knowledge.css';
import { PageFacts } from './page-facts.tsx';
import { openPreview } from './open-preview.ts';

interface DocumentTableProps {
  readonly documents: readonly Document[];
  readonly agents: readonly Agent[];
  readonly selection: Selection;
  readonly onChange: () => void;
}

/** What was uploaded, whether it can be asked, and who does. */
export function DocumentTable({ documents, agents, selection, onChange }: DocumentTableProps) {
  const [leaving, setLeaving] = useState<Document | null>(null);
  const opening = useAction(openPreview);
  const checking = useAction(async (document: Document, refresh: RefreshInterval | null) => {
    await checkPage(document, refresh);
    onChange();
  });
  const columns = columnsOf(agents, {
    open: (document) => void opening.run(document),
    leave: setLeaving,
    check: (document, refresh) => void checking.run(document, refresh),
  });
  const trouble = opening.trouble ?? checking.trouble;
  return (
    <>
      {trouble !== null && <Notice kind="error">{trouble}</Notice>}
      <BulkTable
        {...{ columns, rows: documents, keyOf, nameOf, selection, onChange }}
        caption={strings.title}
        actions={documents.some(({ web_page }) => web_page) ? [CHECK, DELETE] : [DELETE]}
      />
      {leaving && (
        <Delete
          document={leaving}
          users={usersOf(leaving, agents)}
          onChange={onChange}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
}

const keyOf = ({ document_id }: Document): string => document_id;
const nameOf = ({ original_filename }: Document): string => original_filename;

const CHECK: BulkAction<Document> = {
  label: strings.checkNow,
  icon: 'refresh',
  takes: ({ web_page }) => web_page !== undefined,
  consequence: strings.checkMany,
  run: (document) => checkPage(document, null),
};

const DELETE: BulkAction<Document> = {
  label: strings.delete,
  icon: 'trash',
  isDangerous: true,
  takes: () => true,
  consequence: strings.deleteMany,
  run: (document) => remove(document),
};

const remove = ({ document_id }: Document) =>
  answered(api.DELETE('/api/v1/knowledge/{document_id}', { params: { path: { document_id } } }));

interface Actions {
  readonly open: (document: Document) => void;
  readonly leave: (document: Document) => void;
  /** Checks its web page now, or from now on in this interval. */
  readonly check: (document: Document, refresh: RefreshInterval | null) => void;
}

function columnsOf(agents: readonly Agent[], actions: Actions): readonly Column<Document>[] {
  return [
    { label: strings.document, cell: (document) => <Name document={document} /> },
    {
      label: strings.status,
      cell: ({ status }) => (
        <Badge tone={toneOf(status)}>
          {status === 'processing' && <span class="spinner" aria-hidden="true" />}
          {strings.statuses[status]}
        </Badge>
      ),
    },
    {
      label: strings.passages,
      align: 'end',
      cell: ({ status, chunk_count }) => (status === 'ready' ? formatCount(chunk_count) : null),
    },
    { label: strings.usedBy, cell: (document) => <Users users={usersOf(document, agents)} /> },
    { label: strings.added, align: 'end', cell: ({ created_at }) => <Moment at={created_at} /> },
    {
      label: '',
      align: 'end',
      cell: (document) => <Menu label={strings.more(document.original_filename)} items={itemsOf(document, actions)} />,
    },
  ];
}

const itemsOf = (document: Document, { open, leave, check }: Actions): MenuItem[] => [
  {
    label: isShown(document) ? strings.preview : strings.save,
    icon: 'document',
    disabled: document.storage_key === null,
    onSelect: () => open(document),
  },
  ...(document.web_page ? checksOf(document, document.web_page.refresh, check) : []),
  { label: strings.delete, icon: 'trash', danger: true, onSelect: () => leave(document) },
];

const checksOf = (document: Document, present: RefreshInterval, check: Actions['check']): MenuItem[] => [
  { label: strings.checkNow, icon: 'refresh', onSelect: () => check(document, null) },
  ...intervals.map((refresh) => ({
    label: strings.checkEvery[refresh],
    checked: refresh === present,
    onSelect: () => check(document, refresh),
  })),
];

async function checkPage({ document_id }: Document, refresh: RefreshInterval | null): Promise<void> {
  const params = { path: { document_id } };
  const path = '/api/v1/knowledge/{document_id}';
  if (refresh === null) await answered(api.POST(`${path}/refresh`, { params }));
  else await answered(api.PATCH(path, { params, body: { refresh } }));
}

const Name = ({
  document: { original_filename, web_page, sitemap, error_message, notice },
}: {
  readonly document: Document;
}) => (
  <span class="document-name">
    <strong>{original_filename}</strong>
    {web_page && <PageFacts page={web_page} sitemap={sitemap} />}
    {error_message !== null && <span class="document-fault">{error_message}</span>}
    {notice !== undefined && <span class="document-notice">{notice}</span>}
  </span>
);

/** Agents that use the document, with a link to talk to those that browsers can call. */
const Users = ({ users }: { readonly users: readonly Agent[] }) =>
  users.length === 0 ? (
    <span class="soft">{strings.noAgent}</span>
  ) : (
    <span class="document-users">
      {users.map(({ agent_id, name, agent_category }) => (
        <span key={agent_id}>
          <a href={at(`/agents/${agent_id}`)}>{name}</a>
          {agent_category === 'websocket' && (
            <>
              {' '}
              <span class="document-talk">
                (<a href={at(`/agents/${agent_id}/talk`)}>{strings.talk}</a>)
              </span>
            </>
          )}
        </span>
      ))}
    </span>
  );

interface DeleteProps {
  readonly document: Document;
  readonly users: readonly Agent[];
  readonly onChange: () => void;
  readonly onClose: () => void;
}

function Delete({ document, users, onChange, onClose }: DeleteProps) {
  const { original_filename } = document;
  const removeIt = async (): Promise<void> => {
    await remove(document);
    showToast(strings.deleted(original_filename));
    onChange();
  };
  return (
    <Confirm
      title={strings.deleteTitle(original_filename)}
      action={strings.delete}
      onConfirm={removeIt}
      onClose={onClose}
    >
      {strings.deleteWhat(users.map(({ name }) => name))}
    </Confirm>
  );
}
