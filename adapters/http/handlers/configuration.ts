import type { CatalogueUseCases } from '../../../application/catalogue/index.ts';
import type { ProviderKind } from '../../../domain/providers/declaration.ts';
import { ok, type Handler, type Handlers, type Input } from '../handler.ts';

type LanguageQuery = (input: Input) => string | undefined;

const queried: LanguageQuery = ({ query }) => query('languages');
/** Only speech providers are narrowed by language. */
const all: LanguageQuery = () => undefined;

export const configurationHandlers = (catalogue: CatalogueUseCases) => {
  const list =
    (kind: ProviderKind, languages: LanguageQuery): Handler =>
    async (input) =>
      ok(await catalogue.list(input.principal, kind, languages(input)));
  const setting =
    (kind: ProviderKind, languages: LanguageQuery): Handler =>
    async (input) =>
      ok(await catalogue.settings(input.principal, kind, input.path('provider'), languages(input)));
  return {
    listLanguages: async ({ principal }) => ok(await catalogue.languages(principal)),
    listSttProviders: list('stt', queried),
    listTtsProviders: list('tts', queried),
    listLlmProviders: list('llm', all),
    listTelephonyProviders: list('telephony', all),
    getSttSetting: setting('stt', queried),
    getTtsSetting: setting('tts', queried),
    getLlmSetting: setting('llm', all),
    getTelephonySetting: setting('telephony', all),
  } satisfies Handlers;
};
