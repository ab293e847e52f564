import { assert } from 'chai';
import { texts as de } from '../../console/messages/de/parts/strings.ts';
import { texts as es } from '../../console/messages/es/parts/strings.ts';
import { texts as hi } from '../../console/messages/hi/parts/strings.ts';
import { named } from '../../console/src/parts/provider-names.ts';
import { settingName } from '../../console/src/parts/setting-name.ts';
import { sharedStrings } from '../../console/src/parts/strings.ts';
import { registered } from '../../adapters/providers/registered-providers.ts';
import { simulatorTelephony } from '../../adapters/providers/simulator/telephony.ts';
import { PROVIDER_KINDS, type ProviderKind } from '../../domain/providers/declaration.ts';

const PROVIDERS = {
  ...registered,
  telephony: [...registered.telephony, simulatorTelephony('http://127.0.0.1:7990')],
};
const ALL = PROVIDER_KINDS.flatMap((kind) => PROVIDERS[kind].map(({ declaration }) => declaration));

/** The names that a language has for providers of these kinds. */
const namesIn = (
  names: Readonly<Record<ProviderKind, Readonly<Record<string, string>>>>,
): ReadonlyMap<string, string> =>
  new Map(
    PROVIDER_KINDS.flatMap((kind) => Object.entries(names[kind]).map(([id, name]) => [`${kind} ${id}`, name] as const)),
  );

describe('the names of providers in the console', () => {
  it('are those of the API in English', () => {
    for (const { kind, provider, name } of ALL) assert.equal(named(kind, { provider, name }).name, name, provider);
  });

  it('are words of the page’s language where the platform itself brings the provider', () => {
    const english = namesIn(sharedStrings.providers);
    const local = ALL.filter(({ provider, provider_type }) => provider_type === 'local' && provider !== 'ollama');
    assert.includeMembers(
      [...english.keys()],
      local.map(({ kind, provider }) => `${kind} ${provider}`),
    );
    for (const { sharedStrings: texts } of [de, es, hi]) {
      const names = namesIn(texts.providers);
      for (const [id, name] of english) assert.notEqual(names.get(id), name, id);
    }
  });

  it('have settings that several providers share in words of the language, and others as their vendors call them', () => {
    assert.equal(settingName('api_key'), 'API key');
    assert.equal(settingName('similarity_boost'), 'Similarity boost');
    const names = new Set(ALL.flatMap(({ fields }) => Object.keys(fields)));
    assert.includeMembers([...names], Object.keys(sharedStrings.settingNames));
  });
});
