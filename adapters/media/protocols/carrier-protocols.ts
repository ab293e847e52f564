import type { CarrierProtocol } from './carrier.ts';
import * as protocols from './index.ts';

const byProvider: ReadonlyMap<string, CarrierProtocol> = new Map(Object.entries(protocols));

/** The media protocol of a telephony provider. Null when it streams no calls. */
export const carrierProtocol = (provider: string): CarrierProtocol | null => byProvider.get(provider) ?? null;
