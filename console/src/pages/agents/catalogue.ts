import { answered, api, type components } from '../../api.ts';
import { LANGUAGE } from '../../language.ts';
import { languageName } from '../../parts/language-name.ts';
import type { ProviderEntry, ProviderKind } from '../../parts/provider-names.ts';
import { ofLanguages, readProviders } from '../../parts/providers.ts';

export type ProviderSetting = components['schemas']['ProviderSetting'];

/** What there is to choose from: canonical languages by id, and the providers of each kind, the built-in ones first. */
export interface Catalogue {
  readonly languages: Readonly<Record<string, string>>;
  readonly providers: Readonly<Record<ProviderKind, readonly ProviderEntry[]>>;
}

type LanguageFilter = string | undefined;

const settings = {
  stt: (provider: string, languages: LanguageFilter) =>
    answered(
      api.GET('/api/v1/configuration/stt/setting/{provider}', {
        params: { path: { provider }, ...ofLanguages(languages) },
      }),
    ),
  tts: (provider: string, languages: LanguageFilter) =>
    answered(
      api.GET('/api/v1/configuration/tts/setting/{provider}', {
        params: { path: { provider }, ...ofLanguages(languages) },
      }),
    ),
  llm: (provider: string) =>
    answered(api.GET('/api/v1/configuration/llm/setting/{provider}', { params: { path: { provider } } })),
};

/** Asks for everything there is to choose from. */
export async function readCatalogue(): Promise<Catalogue> {
  const [{ languages }, stt, tts, llm, telephony] = await Promise.all([
    answered(api.GET('/api/v1/languages')),
    readProviders.stt(),
    readProviders.tts(),
    readProviders.llm(),
    readProviders.telephony(),
  ]);
  return { languages: inOwnLanguage(languages), providers: { stt, tts, llm, telephony } };
}

/** The names of languages as the console writes them. The API has them in English. */
const inOwnLanguage = (languages: Catalogue['languages']): Catalogue['languages'] =>
  LANGUAGE === 'en' ? languages : Object.fromEntries(Object.keys(languages).map((id) => [id, languageName(id)]));

/** The ids of the speech providers that know this language. Language models are not asked what they know. */
export async function providersOfLanguage(
  language: string,
): Promise<Readonly<Record<'stt' | 'tts', ReadonlySet<string>>>> {
  const [stt, tts] = await Promise.all([readProviders.stt(language), readProviders.tts(language)]);
  return { stt: idsOf(stt), tts: idsOf(tts) };
}

const idsOf = (entries: readonly ProviderEntry[]): ReadonlySet<string> =>
  new Set(entries.map(({ provider }) => provider));

/** What a provider may be told, narrowed to this language where one is given. */
export const readSetting = (
  kind: Exclude<ProviderKind, 'telephony'>,
  provider: string,
  language: LanguageFilter,
): Promise<ProviderSetting> => settings[kind](provider, language);
