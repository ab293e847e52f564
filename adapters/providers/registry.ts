import type { ProviderRegistry } from '../../application/ports/providers.ts';
import { invalid } from '../../domain/errors.ts';
import { PROVIDER_KINDS, type ProviderKind } from '../../domain/providers/declaration.ts';
import { DEFAULT_PROVIDERS } from '../../domain/providers/catalogue.ts';
import type { SttProvider } from './define.ts';
import type { RegisteredProviders } from './registered-providers.ts';

/** What the registry needs of a provider. */
type Entry = Pick<SttProvider, 'declaration' | 'parseSettings'>;

/** The registered providers by kind and id. Throws when two have the same id or a default is missing. */
export function providerRegistry(registered: RegisteredProviders): ProviderRegistry {
  const kinds: Readonly<Record<ProviderKind, ReadonlyMap<string, Entry>>> = {
    stt: byId(registered.stt),
    tts: byId(registered.tts),
    llm: byId(registered.llm),
    telephony: byId(registered.telephony),
  };
  for (const kind of PROVIDER_KINDS) {
    const defaultId = DEFAULT_PROVIDERS[kind];
    if (defaultId !== null && !kinds[kind].has(defaultId))
      throw new Error(`The default ${kind} provider is not registered: ${defaultId}`);
  }
  return {
    list: (kind) => [...kinds[kind].values()].map(({ declaration }) => declaration),
    find: (kind, provider) => kinds[kind].get(provider)?.declaration ?? null,
    parseSettings(kind, provider, settings) {
      const entry = kinds[kind].get(provider);
      if (!entry) throw invalid(`provider must be a registered ${kind} provider`);
      return entry.parseSettings(settings);
    },
  };
}

function byId(entries: readonly Entry[]): ReadonlyMap<string, Entry> {
  const sorted = entries.toSorted((a, b) => (a.declaration.provider < b.declaration.provider ? -1 : 1));
  const map = new Map(sorted.map((entry) => [entry.declaration.provider, entry]));
  if (map.size < sorted.length) throw new Error('Two providers of a kind have the same id');
  return map;
}
