import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { showToast } from '../../parts/toast.tsx';
import { strings } from './strings.ts';
import { shownSecrets, type CatalogueEntry, type StoredAuth } from './fields.ts';

interface StoredCredentialsProps {
  readonly stored: readonly StoredAuth[];
  readonly catalogue: readonly CatalogueEntry[];
  readonly isAdmin: boolean;
  readonly onEdit: (entry: CatalogueEntry) => void;
  readonly onChange: () => void;
}

/** What is stored, each value by its end, with ways to replace and to delete it. */
export function StoredCredentials({ stored, catalogue, isAdmin, onEdit, onChange }: StoredCredentialsProps) {
  const [doomed, setDoomed] = useState<string | null>(null);
  const entryOf = (provider: string): CatalogueEntry | undefined =>
    catalogue.find((entry) => entry.provider === provider);
  const nameOf = (provider: string): string => entryOf(provider)?.name ?? provider;
  const remove = async (provider: string): Promise<void> => {
    await answered(api.DELETE('/api/v1/auth/{provider}', { params: { path: { provider } } }));
    showToast(strings.deleted(nameOf(provider)));
    onChange();
  };
  const manage: Column<StoredAuth> = {
    label: '',
    align: 'end',
    cell: ({ provider }) => {
      const entry = entryOf(provider);
      const replace = { label: strings.replace, icon: 'edit', onSelect: () => entry && onEdit(entry) } as const;
      const drop = { label: strings.delete, icon: 'trash', danger: true, onSelect: () => setDoomed(provider) } as const;
      return <Menu label={strings.manage(nameOf(provider))} items={entry ? [replace, drop] : [drop]} />;
    },
  };
  const columns: readonly Column<StoredAuth>[] = [
    { label: strings.provider, cell: ({ provider }) => <strong>{nameOf(provider)}</strong> },
    { label: strings.uses, cell: ({ provider }) => strings.kinds(entryOf(provider)?.kinds ?? []) },
    { label: strings.values, cell: ({ auth }) => <Secrets auth={auth} /> },
    ...(stored.some(hasHosts) ? [hosts] : []),
    { label: strings.changed, align: 'end', cell: ({ updated_at: changed }) => <Moment at={changed} /> },
    ...(isAdmin ? [manage] : []),
  ];
  if (stored.length === 0)
    return (
      <EmptyState icon="key" title={strings.none}>
        {strings.noneWhy}
      </EmptyState>
    );
  return (
    <>
      <Table caption={strings.title} columns={columns} rows={stored} keyOf={({ provider }) => provider} />
      {doomed !== null && (
        <Confirm
          title={strings.deleteTitle(nameOf(doomed))}
          action={strings.delete}
          onConfirm={() => remove(doomed)}
          onClose={() => setDoomed(null)}
        >
          {strings.deleteConsequence}
        </Confirm>
      )}
    </>
  );
}

const hasHosts = ({ allowed_hosts: hosts = [] }: StoredAuth): boolean => hosts.length > 0;

/** Shown where an admin has allowed any. */
const hosts: Column<StoredAuth> = {
  label: strings.hosts,
  cell: ({ allowed_hosts: allowed = [] }) => allowed.join(', '),
};

const Secrets = ({ auth }: Pick<StoredAuth, 'auth'>) => (
  <dl class="secrets">
    {shownSecrets(auth).map(([label, shown]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{shown}</dd>
      </div>
    ))}
  </dl>
);
