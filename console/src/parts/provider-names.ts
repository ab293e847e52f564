import type { components } from '../../../clients/typescript/index.ts';
import { sharedStrings } from './strings.ts';

export type ProviderKind = 'stt' | 'tts' | 'llm' | 'telephony';
export type ProviderEntry = components['schemas']['ProviderEntry'];

/** The names of vendors are the same everywhere. What the platform brings itself has one in the language of the page. */
const OWN: Readonly<Record<ProviderKind, Readonly<Record<string, string>>>> = sharedStrings.providers;

/** A provider under the name that the page gives it. */
export function named<T extends { readonly provider: string; readonly name: string }>(kind: ProviderKind, entry: T): T {
  const { provider } = entry;
  return Object.hasOwn(OWN[kind], provider) ? { ...entry, name: OWN[kind][provider] ?? entry.name } : entry;
}

/** The name of a provider, or its id while names are unknown or where it is gone. */
export type NameOfProvider = (kind: ProviderKind, provider: string) => string;
