import type { CatalogueUseCases } from '../../../application/catalogue/index.ts';
import type { Principal } from '../../../domain/accounts/principal.ts';
import type { ProviderKind } from '../../../domain/providers/declaration.ts';
import { ok, type Handlers, type Input } from '../handler.ts';

/** Only speech providers are narrowed by language. */
export const configurationHandlers = (catalogue: CatalogueUseCases) => {
  const list = async (kind: ProviderKind, principal: Principal, languages?: string) =>
    ok(await catalogue.list(principal, kind, languages));
  const setting = async (kind: ProviderKind, { principal, path }: Input<'provider'>, languages?: string) =>
    ok(await catalogue.settings(principal, kind, path('provider'), languages));
  return {
    listLanguages: async ({ principal }) => ok(await catalogue.languages(principal)),
    listSttProviders: (input) => list('stt', input.principal, input.query('languages')),
    listTtsProviders: (input) => list('tts', input.principal, input.query('languages')),
    listLlmProviders: ({ principal }) => list('llm', principal),
    listTelephonyProviders: ({ principal }) => list('telephony', principal),
    getSttSetting: (input) => setting('stt', input, input.query('languages')),
    getTtsSetting: (input) => setting('tts', input, input.query('languages')),
    getLlmSetting: (input) => setting('llm', input),
    getTelephonySetting: (input) => setting('telephony', input),
  } satisfies Partial<Handlers>;
};
