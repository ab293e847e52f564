import type { ProviderEntry } from './catalogue.ts';

/** They need neither a key nor a server. */
const BUILT_IN: readonly string[] = ['local', 'script'];

/** The provider that is offered first: one whose key is stored, else one that is built in, else any. */
export const firstReady = (entries: readonly ProviderEntry[]): string => {
  const stored = entries.find(({ authenticated, provider_type }) => authenticated && provider_type === 'cloud');
  const builtIn = entries.find(({ provider }) => BUILT_IN.includes(provider));
  return (stored ?? builtIn ?? entries[0])?.provider ?? '';
};
