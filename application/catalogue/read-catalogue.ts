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

/** Every canonical language id with its label, also for a caller without an organisation. */
export const listLanguages =
  () =>
  async (principal: Principal): Promise<{ readonly languages: Readonly<Record<string, string>> }> => {
    permit(principal, 'catalogue.read');
    return { languages: LANGUAGES };
  };

/** The providers of a kind that take all these languages, by id: the built-in ones first, then the default one. */
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

/** Everything a client needs to ask a user for one provider's settings, narrowed to these languages. */
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

/** Tells which of these providers an organisation may use at once. Nothing is looked up when none of them has secrets. */
async function authenticatedAmong(
  declarations: readonly Declaration[],
  orgId: string,
  credentialIndex: CredentialIndex,
): Promise<(declaration: Declaration) => boolean> {
  const needed = declarations.some((declaration) => secretsOf(declaration).length > 0);
  const configured = needed ? await credentialIndex.configured(orgId) : new Set<string>();
  return (declaration) => isAuthenticated(declaration, configured);
}

/** As many as there are: a client may ask for all of them. */
const LANGUAGES_MAX = Object.keys(LANGUAGES).length;

/** The languages a client filters by: canonical ids with commas between them; none when nothing was asked for. */
function wantedLanguages(query: string | undefined): readonly string[] {
  if (query === undefined) return [];
  const ids = query.split(',', LANGUAGES_MAX + 1).map((id) => id.trim());
  if (ids.length > LANGUAGES_MAX) throw rejected(`languages must name at most ${LANGUAGES_MAX} languages`);
  if (ids.includes('')) throw rejected('languages must be language ids with commas between them');
  const unknown = ids.find((id) => !isLanguage(id));
  if (unknown !== undefined) throw rejected(`Unknown language id: ${unknown.slice(0, 50)}`);
  return ids;
}
