import { area } from '../area.ts';
import { allowHosts } from './allow-hosts.ts';
import { deleteAuth } from './delete-auth.ts';
import { listConfigured } from './list-configured.ts';
import { readAuth } from './read-auth.ts';
import { readAuthCatalogue, readAuthCatalogueEntry } from './read-auth-catalogue.ts';
import { storeAuth } from './store-auth.ts';

/** Everything the outside may ask about the credentials of providers. */
export const credentialUseCases = area({
  catalogue: readAuthCatalogue,
  catalogueEntry: readAuthCatalogueEntry,
  configured: listConfigured,
  store: storeAuth,
  read: readAuth,
  allowHosts,
  delete: deleteAuth,
});
export type CredentialUseCases = ReturnType<typeof credentialUseCases>;
