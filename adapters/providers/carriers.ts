import type { Carriers } from '../../application/ports/carriers.ts';
import { invalid } from '../../domain/errors.ts';
import type { CarrierSurroundings, TelephonyProvider } from './define.ts';

/** The registered carriers by id. Where several values are stored for one secret, a carrier is opened with the first of each. */
export function registeredCarriers(
  registered: readonly TelephonyProvider[],
  surroundings: CarrierSurroundings,
): Carriers {
  const byId = new Map(registered.map((provider) => [provider.declaration.provider, provider]));
  return {
    open(provider, auth) {
      const carrier = byId.get(provider);
      if (!carrier) throw invalid('provider must be a registered telephony provider');
      const secrets = Object.entries(auth).map(([name, value]) => [name, firstOf(value)] as const);
      return carrier.open(Object.fromEntries(secrets), surroundings);
    },
    dialect: (provider) => byId.get(provider)?.dialect ?? null,
  };
}

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? (value as unknown[])[0] : value);
