import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { named } from '../../parts/provider-names.ts';
import { useQuery } from '../../parts/use-query.ts';
import { rights } from '../../session.ts';
import { strings } from './strings.ts';
import { ApiKeys } from './api-keys.tsx';
import { AvailableProviders } from './available-providers.tsx';
import { CredentialDialog } from './credential-dialog.tsx';
import './credentials-page.css';
import type { CatalogueEntry } from './fields.ts';
import { ToolSecrets } from './tool-secrets.tsx';
import { StoredCredentials } from './stored-credentials.tsx';

/** The keys that agents use at the providers. Members see which there are; admins look after them. */
export function CredentialsPage() {
  const [edited, setEdited] = useState<CatalogueEntry | null>(null);
  const credentials = useQuery(readCredentials);
  const { isAdmin } = rights.value;
  return (
    <Page title={strings.title} lead={strings.lead}>
      {!isAdmin && <Notice>{strings.onlyAdmins}</Notice>}
      <AsyncView query={credentials}>
        {({ catalogue, stored }) => (
          <>
            <StoredCredentials
              stored={stored}
              catalogue={catalogue}
              isAdmin={isAdmin}
              onEdit={setEdited}
              onChange={credentials.refetch}
            />
            <AvailableProviders
              entries={catalogue.filter(({ provider }) => !stored.some((auth) => auth.provider === provider))}
              isAdmin={isAdmin}
              onAdd={setEdited}
            />
          </>
        )}
      </AsyncView>
      <ToolSecrets isAdmin={isAdmin} />
      {isAdmin && <ApiKeys />}
      {edited && <CredentialDialog entry={edited} onClose={() => setEdited(null)} onStored={credentials.refetch} />}
    </Page>
  );
}

async function readCredentials() {
  const [catalogue, configured] = await Promise.all([
    answered(api.GET('/api/v1/auth/catalog')),
    answered(api.GET('/api/v1/auth/configured')),
  ]);
  const stored = configured.map((provider) =>
    answered(api.GET('/api/v1/auth/{provider}', { params: { path: { provider } } })),
  );
  const known = Object.values(catalogue).map((entry) => named(entry.kinds[0] ?? 'llm', entry));
  const entries = known.toSorted((a, b) => a.name.localeCompare(b.name));
  return { catalogue: entries, stored: await Promise.all(stored) };
}
