import { answered, api, type components } from '../../api.ts';
import { LANGUAGE } from '../../language.ts';
import { languageName } from '../../parts/language-name.ts';

export type ProviderKind = 'stt' | 'tts' | 'llm' | 'telephony';
export type ProviderEntry = components['schemas']['ProviderEntry'];
export type ProviderSetting = components['schemas']['ProviderSetting'];

/** What there is to choose from: canonical languages by id, and the providers of each kind, the built-in ones first. */
export interface Catalogue {
  readonly languages: Readonly<Record<string, string>>;
  readonly providers: Readonly<Record<ProviderKind, readonly ProviderEntry[]>>;
}

type LanguageFilter = string | undefined;
const query = (languages: LanguageFilter) => ({ query: languages === undefined ? {} : { languages } });

const lists = {
  stt: (languages: LanguageFilter) => answered(api.GET('/api/v1/configuration/stt', { params: query(languages) })),
  tts: (languages: LanguageFilter) => answered(api.GET('/api/v1/configuration/tts', { params: query(languages) })),
  llm: () => answered(api.GET('/api/v1/configuration/llm')),
  telephony: () => answered(api.GET('/api/v1/configuration/telephony')),
};

const settings = {
  stt: (provider: string, languages: LanguageFilter) =>
    answered(
      api.GET('/api/v1/configuration/stt/setting/{provider}', { params: { path: { provider }, ...query(languages) } }),
    ),
  tts: (provider: string, languages: LanguageFilter) =>
    answered(
      api.GET('/api/v1/configuration/tts/setting/{provider}', { params: { path: { provider }, ...query(languages) } }),
    ),
  llm: (provider: string) =>
    answered(api.GET('/api/v1/configuration/llm/setting/{provider}', { params: { path: { provider } } })),
};

/** Asks for everything there is to choose from. */
export async function readCatalogue(): Promise<Catalogue> {
  const [{ languages }, stt, tts, llm, telephony] = await Promise.all([
    answered(api.GET('/api/v1/languages')),
    lists.stt(undefined),
    lists.tts(undefined),
    lists.llm(),
    lists.telephony(),
  ]);
  const [sttProviders, ttsProviders, llmProviders, telephonyProviders] = [stt, tts, llm, telephony].map((list) =>
    Object.values(list),
  );
  return {
    languages: inOwnLanguage(languages),
    providers: {
      stt: sttProviders ?? [],
      tts: ttsProviders ?? [],
      llm: llmProviders ?? [],
      telephony: telephonyProviders ?? [],
    },
  };
}

/** The names of languages as the console writes them. The API has them in English. */
const inOwnLanguage = (languages: Catalogue['languages']): Catalogue['languages'] =>
  LANGUAGE === 'en' ? languages : Object.fromEntries(Object.keys(languages).map((id) => [id, languageName(id)]));

/** The ids of the speech providers that know this language. Language models are not asked what they know. */
export async function providersOfLanguage(
  language: string,
): Promise<Readonly<Record<'stt' | 'tts', ReadonlySet<string>>>> {
  const [stt, tts] = await Promise.all([lists.stt(language), lists.tts(language)]);
  return { stt: new Set(Object.keys(stt)), tts: new Set(Object.keys(tts)) };
}

/** What a provider may be told, narrowed to this language where one is given. */
export const readSetting = (
  kind: Exclude<ProviderKind, 'telephony'>,
  provider: string,
  language: LanguageFilter,
): Promise<ProviderSetting> => settings[kind](provider, language);
