import type { ProviderSettings, Vendors } from '../../application/ports/providers.ts';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import { DomainError } from '../../domain/errors.ts';
import { secretsOf, type Declaration } from '../../domain/providers/declaration.ts';
import type { Network } from '../lib/network.ts';
import type { Provider } from './define.ts';
import { KeyTurns } from './key-turns.ts';
import type { Registered } from './registered.ts';

/** Opens registered providers, who reach out by this network. Of several keys for one secret, each opening takes the next. */
export function registeredVendors(registered: Omit<Registered, 'telephony'>, network: Network): Vendors {
  const turns = new KeyTurns();
  const open = async <How extends readonly unknown[], Opened>(
    providers: readonly Provider<How, Opened>[],
    settings: ProviderSettings,
    ...how: How
  ): Promise<Opened> => {
    const provider = providers.find(({ declaration }) => declaration.provider === settings.provider);
    if (!provider) throw new VendorFailure(`${settings.provider} is not registered`, { retryable: false });
    try {
      return await provider.open(withOneKey(settings, provider.declaration, turns), ...how);
    } catch (cause) {
      throw vendorFailure(settings.provider, cause);
    }
  };
  return {
    transcription: (settings, options, listener) => open(registered.stt, settings, options, listener, network),
    voice: (settings, options) => open(registered.tts, settings, options, network),
    languageModel: (settings) => open(registered.llm, settings, network),
  };
}

function withOneKey(settings: ProviderSettings, declaration: Declaration, turns: KeyTurns): ProviderSettings {
  const secrets = secretsOf(declaration).map((name) => {
    const value = settings[name];
    const purpose = `${declaration.kind} ${declaration.provider} ${name}`;
    return [name, isList(value) ? turns.next(purpose, value) : value] as const;
  });
  return { ...settings, ...Object.fromEntries(secrets) };
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > 0;

/** A vendor's own failure as it is. Anything else is a fault of ours, which no second try mends and no caller may read. */
function vendorFailure(provider: string, cause: unknown): VendorFailure {
  if (cause instanceof VendorFailure) return cause;
  const message = cause instanceof DomainError ? `${provider}: ${cause.message}` : `${provider} could not be opened`;
  return new VendorFailure(message, { retryable: false, cause });
}
