import { authFields, type AuthFields } from '../../domain/credentials/auth-fields.ts';
import { PROVIDER_KINDS } from '../../domain/providers/declaration.ts';
import { unknownProvider } from '../../domain/providers/unknown.ts';
import type { ProviderRegistry } from '../ports/providers.ts';

/** What a provider wants stored, whatever its kinds. Refuses one that is not registered. */
export function requireAuthFields(providers: ProviderRegistry, provider: string): AuthFields {
  const fields = authFields(PROVIDER_KINDS.flatMap((kind) => providers.find(kind, provider) ?? []));
  if (!fields) throw unknownProvider(provider, 'GET /auth/catalog');
  return fields;
}

/** The same for every provider that takes credentials, by id. */
export function allAuthFields(providers: ProviderRegistry): AuthFields[] {
  const ids = PROVIDER_KINDS.flatMap((kind) => providers.list(kind).map(({ provider }) => provider));
  return [...new Set(ids)]
    .toSorted()
    .map((provider) => requireAuthFields(providers, provider))
    .filter(({ secrets }) => secrets.length > 0);
}
