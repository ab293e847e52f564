import { useState } from 'preact/hooks';
import { answered, api, type components } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { ApiKeyDialog } from './api-key-dialog.tsx';
import { strings } from './strings.ts';

const { apiKeys: words } = strings;
type ApiKey = components['schemas']['ApiKeyResponse'];

/** The keys with which programs use the API for the organisation. Only admins see them. */
export function ApiKeys() {
  const keys = useQuery(() => answered(api.GET('/api/v1/api-keys')));
  const [isCreating, setCreating] = useState(false);
  const [doomed, setDoomed] = useState<ApiKey | null>(null);
  const remove = async ({ key_id, name }: ApiKey): Promise<void> => {
    await answered(api.DELETE('/api/v1/api-keys/{key_id}', { params: { path: { key_id } } }));
    showToast(words.deleted(name));
    keys.refetch();
  };
  return (
    <section class="stack" aria-label={words.title}>
      <div class="section-head">
        <h2>{words.title}</h2>
        <Button icon="plus" onPress={() => setCreating(true)}>
          {words.add}
        </Button>
      </div>
      <p class="hint">{words.lead}</p>
      <AsyncView query={keys}>
        {(stored) =>
          stored.length === 0 ? (
            <p class="soft">{words.none}</p>
          ) : (
            <Table
              caption={words.title}
              columns={[...COLUMNS, deletion(setDoomed)]}
              rows={stored}
              keyOf={({ key_id }) => key_id}
            />
          )
        }
      </AsyncView>
      {isCreating && <ApiKeyDialog onClose={() => setCreating(false)} onCreated={keys.refetch} />}
      {doomed && (
        <Confirm
          title={words.deleteTitle(doomed.name)}
          action={strings.delete}
          onConfirm={() => remove(doomed)}
          onClose={() => setDoomed(null)}
        >
          {words.deleteConsequence}
        </Confirm>
      )}
    </section>
  );
}

const COLUMNS: readonly Column<ApiKey>[] = [
  { label: words.name, cell: ({ name }) => <strong>{name}</strong> },
  { label: words.key, cell: ({ hint }) => <code>vak_…{hint}</code> },
  { label: words.scopes, cell: ({ scopes }) => scopes.map((scope) => words.scope[scope]).join(', ') },
  { label: words.expires, cell: ({ expires_at: at }) => (at === null ? words.never : <Moment at={at} />) },
  { label: words.lastUsed, cell: ({ last_used_at: at }) => (at === null ? words.never : <Moment at={at} />) },
];

const deletion = (onDelete: (key: ApiKey) => void): Column<ApiKey> => ({
  label: '',
  align: 'end',
  cell: (key) => <Button kind="quiet" icon="trash" label={words.delete(key.name)} onPress={() => onDelete(key)} />,
});
