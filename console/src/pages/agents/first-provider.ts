import type { ProviderEntry } from '../../parts/provider-names.ts';

/** They need neither a key nor a server. */
const BUILT_IN: readonly string[] = ['local', 'script'];

/** Servers of the user's own. They may ask for a key, and work without one. */
const OWN_SERVERS: readonly string[] = ['ollama', 'openai_compatible'];

/** Whether a provider can be chosen without storing credentials before. */
export const isReady = ({ authenticated, provider }: ProviderEntry): boolean =>
  authenticated || OWN_SERVERS.includes(provider);

/** The provider that is offered first: one whose key is stored, else one that is built in, else any. */
export const firstReady = (entries: readonly ProviderEntry[]): string => {
  const stored = entries.find(({ authenticated, provider_type }) => authenticated && provider_type === 'cloud');
  const builtIn = entries.find(({ provider }) => BUILT_IN.includes(provider));
  return (stored ?? builtIn ?? entries[0])?.provider ?? '';
};
