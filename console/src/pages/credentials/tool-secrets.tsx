import { useState } from 'preact/hooks';
import { answered, api, ApiError, type components } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { strings } from './strings.ts';
import { ToolSecretDialog } from './tool-secret-dialog.tsx';

const { toolSecrets: words } = strings;
type ToolSecret = components['schemas']['ToolSecretEntry'];

/** The secrets that tools send to servers of the organisation. Admins store and delete them. */
export function ToolSecrets({ isAdmin }: { isAdmin: boolean }) {
  const secrets = useQuery(() => answered(api.GET('/api/v1/tool-secrets')));
  const [edited, setEdited] = useState<ToolSecret | 'new' | null>(null);
  const [doomed, setDoomed] = useState<string | null>(null);
  return (
    <section class="stack" aria-label={words.title}>
      <div class="section-head">
        <h2>{words.title}</h2>
        {isAdmin && (
          <Button icon="plus" onPress={() => setEdited('new')}>
            {words.add}
          </Button>
        )}
      </div>
      <p class="hint">{words.lead}</p>
      <AsyncView query={secrets}>
        {(stored) => <StoredSecrets stored={stored} actions={isAdmin ? [manage(setEdited, setDoomed)] : []} />}
      </AsyncView>
      {edited && (
        <ToolSecretDialog
          secret={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onStored={secrets.refetch}
        />
      )}
      {doomed !== null && <Removal name={doomed} onClose={() => setDoomed(null)} onRemoved={secrets.refetch} />}
    </section>
  );
}

interface RemovalProps {
  readonly name: string;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

/** Asks before a secret is deleted, and again when tools still send it. */
function Removal({ name, onClose, onRemoved }: RemovalProps) {
  const [isUsed, setUsed] = useState(false);
  const remove = async (): Promise<void> => {
    const params = { path: { secret_name: name }, ...(isUsed && { query: { force: 'true' } as const }) };
    try {
      await answered(api.DELETE('/api/v1/tool-secrets/{secret_name}', { params }));
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) setUsed(true);
      throw error;
    }
    showToast(words.deleted(name));
    onRemoved();
  };
  return (
    <Confirm
      title={words.deleteTitle(name)}
      action={isUsed ? words.deleteAnyway : strings.delete}
      onConfirm={remove}
      onClose={onClose}
    >
      {words.deleteConsequence}
    </Confirm>
  );
}

interface StoredSecretsProps {
  readonly stored: readonly ToolSecret[];
  readonly actions: readonly Column<ToolSecret>[];
}

const StoredSecrets = ({ stored, actions }: StoredSecretsProps) =>
  stored.length === 0 ? (
    <p class="soft">{words.none}</p>
  ) : (
    <Table caption={words.title} columns={[...COLUMNS, ...actions]} rows={stored} keyOf={({ name }) => name} />
  );

const COLUMNS: readonly Column<ToolSecret>[] = [
  { label: words.name, cell: ({ name }) => <strong>{name}</strong> },
  { label: words.hosts, cell: ({ hosts }) => hosts.join(', ') },
  { label: strings.changed, align: 'end', cell: ({ updated_at: changed }) => <Moment at={changed} /> },
];

const manage = (onEdit: (secret: ToolSecret) => void, onDelete: (name: string) => void): Column<ToolSecret> => ({
  label: '',
  align: 'end',
  cell: (secret) => (
    <>
      <Button kind="quiet" icon="edit" label={words.replace(secret.name)} onPress={() => onEdit(secret)} />
      <Button kind="quiet" icon="trash" label={words.delete(secret.name)} onPress={() => onDelete(secret.name)} />
    </>
  ),
});
