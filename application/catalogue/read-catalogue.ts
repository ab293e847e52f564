import type { CredentialIndex } from '../ports/provider-auths.ts';
import type { ProviderRegistry } from '../ports/providers.ts';
import { allow, permit, type Principal } from '../../domain/accounts/principal.ts';
import { rejected } from '../../domain/errors.ts';
import { supportsAll } from '../../domain/providers/capabilities.ts';
import {
  isAuthenticated,
  isBuiltIn,
  providerEntry,
  providerSetting,
  type ProviderEntry,
  type ProviderSetting,
  DEFAULT_PROVIDERS,
  unknownProvider,
} from '../../domain/providers/catalogue.ts';
import { secretsOf, type Declaration, type ProviderKind } from '../../domain/providers/declaration.ts';
import { isLanguage, LANGUAGES } from '../../domain/providers/languages.ts';

/** Lists every canonical language id with its label. Needs no active organisation. */
export const listLanguages =
  () =>
  async (principal: Principal): Promise<{ readonly languages: Readonly<Record<string, string>> }> => {
    permit(principal, 'catalogue.read');
    return { languages: LANGUAGES };
  };

/**
 * Lists the providers of a kind that support all these languages: built-in ones first, then the default, then by id.
 */
export const listProviders =
  ({ providers, credentialIndex }: { providers: ProviderRegistry; credentialIndex: CredentialIndex }) =>
  async (
    principal: Principal,
    kind: ProviderKind,
    languages?: string,
  ): Promise<Readonly<Record<string, ProviderEntry>>> => {
    const { org_id } = allow(principal, 'catalogue.read');
    const wanted = wantedLanguages(languages);
    const fitting = providers.list(kind).filter((declaration) => supportsAll(declaration, wanted));
    const rank = (declaration: Declaration): number => {
      if (isBuiltIn(declaration)) return 0;
      return declaration.provider === DEFAULT_PROVIDERS[kind] ? 1 : 2;
    };
    const ordered = fitting.toSorted((a, b) => rank(a) - rank(b));
    const authenticated = await authenticatedAmong(ordered, org_id, credentialIndex);
    return Object.fromEntries(
      ordered.map((declaration) => [declaration.provider, providerEntry(declaration, authenticated(declaration))]),
    );
  };

/** Describes one provider's settings, narrowed to these languages. */
export const readSettings =
  ({ providers, credentialIndex }: { providers: ProviderRegistry; credentialIndex: CredentialIndex }) =>
  async (principal: Principal, kind: ProviderKind, provider: string, languages?: string): Promise<ProviderSetting> => {
    const { org_id } = allow(principal, 'catalogue.read');
    const wanted = wantedLanguages(languages);
    const declaration = providers.find(kind, provider);
    if (!declaration) throw unknownProvider(provider, `GET /configuration/${kind}`);
    const authenticated = await authenticatedAmong([declaration], org_id, credentialIndex);
    return providerSetting(declaration, wanted, authenticated(declaration));
  };

/** Returns which of these providers an organisation can use now. Reads nothing when none of them has secrets. */
async function authenticatedAmong(
  declarations: readonly Declaration[],
  orgId: string,
  credentialIndex: CredentialIndex,
): Promise<(declaration: Declaration) => boolean> {
  const needed = declarations.some((declaration) => secretsOf(declaration).length > 0);
  const configured = needed ? await credentialIndex.configured(orgId) : new Set<string>();
  return (declaration) => isAuthenticated(declaration, configured);
}

/** Maximum languages in one filter: all of them. */
const LANGUAGES_MAX = Object.keys(LANGUAGES).length;

/** Parses a filter of comma-separated canonical language ids; empty when absent. */
function wantedLanguages(query: string | undefined): readonly string[] {
  if (query === undefined) return [];
  const ids = query.split(',', LANGUAGES_MAX + 1).map((id) => id.trim());
  if (ids.length > LANGUAGES_MAX) throw rejected(`languages must name at most ${LANGUAGES_MAX} languages`);
  if (ids.includes('')) throw rejected('languages must be language ids with commas between them');
  const unknown = ids.find((id) => !isLanguage(id));
  if (unknown !== undefined) throw rejected(`Unknown language id: ${unknown.slice(0, 50)}`);
  return ids;
}
