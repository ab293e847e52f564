import type { CarrierProtocol } from './carrier.ts';
import { exotel } from './exotel.ts';
import { plivo } from './plivo.ts';
import { telnyx } from './telnyx.ts';
import { twilio } from './twilio.ts';
import { vobiz } from './vobiz.ts';
import { vonage } from './vonage.ts';

/** Media protocols by telephony provider. The simulator speaks Plivo's. */
const PROTOCOLS: Readonly<Record<string, CarrierProtocol>> = {
  ...{ plivo, vobiz, twilio, telnyx, vonage, exotel },
  simulator: plivo,
};

/** The protocol of a provider, or null if it streams no calls. */
export const carrierProtocol = (provider: string): CarrierProtocol | null =>
  Object.hasOwn(PROTOCOLS, provider) ? (PROTOCOLS[provider] ?? null) : null;
