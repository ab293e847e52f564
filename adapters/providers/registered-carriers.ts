import type { Carriers } from '../../application/ports/carrier.ts';
import { invalid } from '../../domain/errors.ts';
import { addressFields, addressIn } from '../../domain/providers/hosts.ts';
import type { Network } from '../lib/network.ts';
import type { CarrierEnvironment, TelephonyProvider } from './define.ts';
import { secretNetwork } from './secret-network.ts';

/** The registered carriers by id. Opens a carrier with the first of several values stored for a secret. */
export function registeredCarriers(
  registered: readonly TelephonyProvider[],
  environment: CarrierEnvironment,
): Carriers {
  const byId = new Map(registered.map((provider) => [provider.declaration.provider, provider]));
  const { network, apiUrl } = environment;
  /** Trusts the URLs in a carrier's credentials, which an admin set, and the API URL that the operator set. */
  const networkOf = ({ declaration }: TelephonyProvider, auth: Readonly<Record<string, unknown>>): Network => {
    const named = addressFields(declaration).flatMap((name) => addressIn(auth[name]) ?? []);
    const trusted = {
      hosts: named.map(({ host }) => host),
      ...(apiUrl !== undefined && { origin: new URL(apiUrl).origin }),
    };
    return secretNetwork(network, declaration, trusted);
  };
  return {
    open(provider, auth) {
      const carrier = byId.get(provider);
      if (!carrier) throw invalid('provider must be a registered telephony provider');
      const secrets = Object.entries(auth).map(([name, value]) => [name, firstOf(value)] as const);
      const opened = Object.fromEntries(secrets);
      return carrier.open(opened, { ...environment, network: networkOf(carrier, opened) });
    },
    dialect: (provider) => byId.get(provider)?.dialect ?? null,
    abilities: (provider) => byId.get(provider)?.abilities ?? null,
  };
}

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? (value as unknown[])[0] : value);
