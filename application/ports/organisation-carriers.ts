import type { Carrier } from './carrier.ts';

/** For reaching a carrier in an organisation's name, with the secrets the organisation stored for it. */
export interface OrganisationCarriers {
  /** The carrier, ready to be asked. Refuses with `invalid` a provider that is not registered, or has no secrets stored. */
  of(orgId: string, provider: string): Promise<Carrier>;
  /** The same for giving something back: null when the carrier cannot be asked any more, because its secrets are gone. */
  find(orgId: string, provider: string): Promise<Carrier | null>;
}
