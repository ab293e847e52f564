import { secretsOf } from '../../domain/providers/declaration.ts';
import type { Cipher } from '../ports/cipher.ts';
import type { Log } from '../ports/log.ts';
import type { ProviderAuthRepository } from '../ports/provider-auths.ts';
import type { OrganisationModels, ProviderRegistry, Vendors } from '../ports/providers.ts';
import { decryptAuth } from './provider-auths.ts';

interface Ports {
  readonly providers: ProviderRegistry;
  readonly providerAuths: ProviderAuthRepository;
  readonly vendors: Vendors;
  readonly cipher: Cipher;
  readonly log: Log;
}

/** Opens LLMs with an organisation's stored credentials, as the runtime does. Used by other areas without a principal. */
export const openOrganisationModels = ({
  providers,
  providerAuths,
  vendors,
  cipher,
  log,
}: Ports): OrganisationModels => ({
  async open(orgId, settings) {
    const declaration = providers.find('llm', settings.provider);
    const secrets = declaration ? secretsOf(declaration) : [];
    const stored = secrets.length === 0 ? null : await providerAuths.find(orgId, settings.provider);
    if (!stored) return vendors.languageModel(settings);
    // Credentials of an older version may hold settings as well. The agent's own settings apply.
    const known = Object.entries(decryptAuth({ cipher, log }, stored)).filter(([name]) => secrets.includes(name));
    return vendors.languageModel({ ...settings, ...Object.fromEntries(known) }, stored.allowed_hosts ?? []);
  },
});
