import { telephonyProvider } from '../define.ts';
import { plivoCarrier } from '../_plivo/carrier.ts';

/** Plivo: applications and calls by REST, XML answer documents, signed webhooks. */
export const plivoTelephony = telephonyProvider({
  provider: 'plivo',
  name: 'Plivo',
  provider_type: 'cloud',
  description: 'Calls over Plivo numbers, with detection of answering machines.',
  apiUrl: 'https://api.plivo.com/v1',
  ...plivoCarrier('Plivo'),
  // https://docs.plivo.com/docs/voice/concepts/account-limits - Plivo queues faster dials, so they ring late.
  dialRate: { dials: 2, perMs: 1_000 },
});
