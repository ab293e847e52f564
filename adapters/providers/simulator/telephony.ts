import { network } from '../../lib/network.ts';
import { telephonyProvider, type TelephonyProvider } from '../define.ts';
import { plivoCarrier } from '../_plivo/carrier.ts';

/** The carrier simulator at this URL, which may be private because the operator chose it. */
export function simulatorTelephony(url: string): TelephonyProvider {
  const carrier = plivoCarrier('The simulator');
  const reached = network({ allowPrivate: true });
  return telephonyProvider({
    provider: 'simulator',
    name: 'Carrier simulator',
    provider_type: 'local',
    description:
      'Calls that never leave the machine, for trying out and tests, not for customers. Any id and token do.',
    apiUrl: `${url}/v1`,
    ...carrier,
    open: (secrets, context) => carrier.open(secrets, { ...context, network: reached }),
  });
}
