import type { ProviderSettings, Vendors } from '../../application/ports/providers.ts';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import { DomainError } from '../../domain/errors.ts';
import { secretsOf, type Declaration } from '../../domain/providers/declaration.ts';
import { addressFields, addressIn } from '../../domain/providers/hosts.ts';
import type { Network } from '../lib/network.ts';
import type { Provider } from './define.ts';
import { secretNetwork } from './secret-network.ts';
import { KeyRotation } from './key-rotation.ts';
import type { RegisteredProviders } from './registered-providers.ts';

/** Opens registered providers over this network. Rotates several keys of one secret with each opening. */
export function registeredVendors(registered: Omit<RegisteredProviders, 'telephony'>, network: Network): Vendors {
  const rotation = new KeyRotation();
  const open = async <How extends readonly unknown[], Opened>(
    providers: readonly Provider<How, Opened>[],
    settings: ProviderSettings,
    allowedHosts: readonly string[],
    how: (network: Network) => How,
  ): Promise<Opened> => {
    const provider = providers.find(({ declaration }) => declaration.provider === settings.provider);
    if (!provider) throw new VendorFailure(`${settings.provider} is not registered`, { retryable: false });
    try {
      const guarded = guardedNetwork(settings, provider.declaration, network, allowedHosts);
      return await provider.open(withOneKey(settings, provider.declaration, rotation), ...how(guarded));
    } catch (cause) {
      throw vendorFailure(settings.provider, cause);
    }
  };
  return {
    transcription: (settings, options, listener, hosts = []) =>
      open(registered.stt, settings, hosts, (guarded) => [options, listener, guarded]),
    synthesiser: (settings, options, hosts = []) =>
      open(registered.tts, settings, hosts, (guarded) => [options, guarded]),
    languageModel: (settings, hosts = []) => open(registered.llm, settings, hosts, (guarded) => [guarded]),
  };
}

/** The network for these settings. Throws at once when a setting would send the secrets to another host. */
function guardedNetwork(
  settings: ProviderSettings,
  declaration: Declaration,
  network: Network,
  hosts: readonly string[],
): Network {
  if (!secretsOf(declaration).some((name) => settings[name] !== undefined)) return network;
  const guarded = secretNetwork(network, declaration, { hosts });
  for (const name of addressFields(declaration)) {
    const address = addressIn(settings[name]);
    if (address) guarded.guard(address);
  }
  return guarded;
}

function withOneKey(settings: ProviderSettings, declaration: Declaration, rotation: KeyRotation): ProviderSettings {
  const secrets = secretsOf(declaration).map((name) => {
    const value = settings[name];
    const purpose = `${declaration.kind} ${declaration.provider} ${name}`;
    return [name, isList(value) ? rotation.next(purpose, value) : value] as const;
  });
  return { ...settings, ...Object.fromEntries(secrets) };
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > 0;

/** Passes a vendor's failure on. Anything else is a fault of the platform: not retryable, and hidden from callers. */
function vendorFailure(provider: string, cause: unknown): VendorFailure {
  if (cause instanceof VendorFailure) return cause;
  const message = cause instanceof DomainError ? `${provider}: ${cause.message}` : `${provider} could not be opened`;
  return new VendorFailure(message, { retryable: false, cause });
}
