import { telephonyProvider } from '../define.ts';
import { plivoCarrier } from '../_plivo/carrier.ts';

/** Plivo: applications and calls by REST, XML that opens a media socket, signed callbacks. */
export const plivoTelephony = telephonyProvider({
  provider: 'plivo',
  name: 'Plivo',
  provider_type: 'cloud',
  description: 'Calls over Plivo numbers, with detection of answering machines.',
  apiUrl: 'https://api.plivo.com/v1',
  ...plivoCarrier('Plivo'),
  // https://docs.plivo.com/docs/voice/concepts/account-limits - what is more waits at Plivo, and its telephone rings late.
  dialRate: { dials: 2, perMs: 1_000 },
});
