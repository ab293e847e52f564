import { answered, api } from '../api.ts';
import { named, type NameOfProvider, type ProviderEntry, type ProviderKind } from './provider-names.ts';
import { useQuery } from './use-query.ts';

type Languages = string | undefined;

/** The query that narrows speech providers and their settings down to a language. */
export const ofLanguages = (languages: Languages) => ({ query: languages === undefined ? {} : { languages } });

/** The providers of each kind, for one language where it is given, the built-in ones first. */
export const readProviders = {
  stt: async (languages?: Languages) =>
    allNamed('stt', await answered(api.GET('/api/v1/configuration/stt', { params: ofLanguages(languages) }))),
  tts: async (languages?: Languages) =>
    allNamed('tts', await answered(api.GET('/api/v1/configuration/tts', { params: ofLanguages(languages) }))),
  llm: async () => allNamed('llm', await answered(api.GET('/api/v1/configuration/llm'))),
  telephony: async () => allNamed('telephony', await answered(api.GET('/api/v1/configuration/telephony'))),
};

const allNamed = (kind: ProviderKind, entries: Readonly<Record<string, ProviderEntry>>): readonly ProviderEntry[] =>
  Object.values(entries).map((entry) => named(kind, entry));

const KINDS = ['stt', 'tts', 'llm', 'telephony'] as const;
let known: Promise<NameOfProvider> | null = null;

/** The names of all providers, asked for once. */
function readProviderNames(): Promise<NameOfProvider> {
  known ??= readNames().catch(() => {
    known = null;
    return idOf;
  });
  return known;
}

const idOf: NameOfProvider = (_kind, provider) => provider;

async function readNames(): Promise<NameOfProvider> {
  const lists = await Promise.all(KINDS.map((kind) => readProviders[kind]()));
  const names = new Map(
    lists.flatMap((entries, at) => entries.map(({ provider, name }) => [`${KINDS[at]} ${provider}`, name] as const)),
  );
  return (kind, provider) => names.get(`${kind} ${provider}`) ?? provider;
}

/** The same for what is shown before they are known. */
export const useProviderNames = (): NameOfProvider => useQuery(readProviderNames).value ?? idOf;
