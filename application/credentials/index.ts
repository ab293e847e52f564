import { area } from '../area.ts';
import { allowHosts, deleteAuth, readAuth, storeAuth } from './provider-auths.ts';
import { listConfigured, readAuthCatalogue, readAuthCatalogueEntry } from './auth-catalogue.ts';

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
