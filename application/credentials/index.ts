import { area } from '../area.ts';
import { allowHosts, deleteAuth, readAuth, storeAuth } from './provider-auths.ts';
import { deleteToolSecret, listToolSecrets, readToolSecret, storeToolSecret } from './tool-secrets.ts';
import { listConfigured, readAuthCatalogue, readAuthCatalogueEntry } from './auth-catalogue.ts';

/** Use cases of the credentials area. */
export const credentialUseCases = area({
  catalogue: readAuthCatalogue,
  catalogueEntry: readAuthCatalogueEntry,
  configured: listConfigured,
  store: storeAuth,
  read: readAuth,
  allowHosts,
  delete: deleteAuth,
  listToolSecrets,
  storeToolSecret,
  readToolSecret,
  deleteToolSecret,
});
export type CredentialUseCases = ReturnType<typeof credentialUseCases>;
