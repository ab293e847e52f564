import type { CatalogueUseCases } from '../../../application/catalogue/index.ts';
import type { ProviderKind } from '../../../domain/providers/declaration.ts';
import { ok, type Handler, type Handlers, type Input } from '../handler.ts';

type Picked = (input: Input) => string | undefined;

const asked: Picked = ({ query }) => query('languages');
/** Only speech providers are narrowed by language. */
const all: Picked = () => undefined;

export const configurationHandlers = (catalogue: CatalogueUseCases) => {
  const list =
    (kind: ProviderKind, languages: Picked): Handler =>
    async (input) =>
      ok(await catalogue.list(input.principal, kind, languages(input)));
  const setting =
    (kind: ProviderKind, languages: Picked): Handler =>
    async (input) =>
      ok(await catalogue.settings(input.principal, kind, input.path('provider'), languages(input)));
  return {
    listLanguages: async ({ principal }) => ok(await catalogue.languages(principal)),
    listSttProviders: list('stt', asked),
    listTtsProviders: list('tts', asked),
    listLlmProviders: list('llm', all),
    listTelephonyProviders: list('telephony', all),
    getSttSetting: setting('stt', asked),
    getTtsSetting: setting('tts', asked),
    getLlmSetting: setting('llm', all),
    getTelephonySetting: setting('telephony', all),
  } satisfies Handlers;
};
