import { invalid } from '../../domain/errors.ts';
import { needsCredentials } from '../../domain/providers/declaration.ts';
import type { Carriers, OrganisationCarriers } from '../ports/carrier.ts';
import type { Cipher } from '../ports/cipher.ts';
import type { Log } from '../ports/log.ts';
import type { ProviderAuthRepository } from '../ports/provider-auths.ts';
import type { ProviderRegistry } from '../ports/providers.ts';
import { decryptAuth } from './provider-auths.ts';

interface Ports {
  readonly providers: ProviderRegistry;
  readonly providerAuths: ProviderAuthRepository;
  readonly cipher: Cipher;
  readonly carriers: Carriers;
  readonly log: Log;
}

/** Opens carriers with an organisation's stored credentials. Used by other areas without a principal. */
export function openOrganisationCarriers({
  providers,
  providerAuths,
  cipher,
  carriers,
  log,
}: Ports): OrganisationCarriers {
  const find: OrganisationCarriers['find'] = async (orgId, provider) => {
    const declaration = providers.find('telephony', provider);
    if (!declaration) return null;
    const stored = await providerAuths.find(orgId, provider);
    if (!stored) return needsCredentials(declaration) ? null : carriers.open(provider, {});
    return carriers.open(provider, decryptAuth({ cipher, log }, stored));
  };

  return {
    find,
    async of(orgId, provider) {
      const declaration = providers.find('telephony', provider);
      if (!declaration) throw invalid('provider must be a registered telephony provider');
      const carrier = await find(orgId, provider);
      if (!carrier) throw invalid(`No credentials are stored for the telephony provider ${provider}`);
      return carrier;
    },
  };
}
