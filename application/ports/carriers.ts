import type { CarrierDialect } from './carrier-dialect.ts';
import type { Carrier } from './carrier.ts';

/** For reaching every registered telephony provider. */
export interface Carriers {
  /** Opens a carrier with an organisation's secrets. Refuses with `invalid` a provider that is unknown, or secrets that do not suffice. */
  open(provider: string, auth: Readonly<Record<string, unknown>>): Carrier;
  /** How the carrier speaks to our webhooks, or null when it is not registered. */
  dialect(provider: string): CarrierDialect | null;
}
