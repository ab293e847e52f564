import { ContainerModule } from 'inversify';
import { network } from '../../adapters/lib/network.ts';
import { registeredCarriers } from '../../adapters/providers/carriers.ts';
import { simulatorProvider } from '../../adapters/providers/plivo/simulated.ts';
import { registered } from '../../adapters/providers/registered.ts';
import { providerRegistry } from '../../adapters/providers/registry.ts';
import { registeredVendors } from '../../adapters/providers/vendors.ts';
import { speexResampling } from '../../adapters/resampler/speex.ts';
import { provide } from '../registry.ts';

/** What can be configured, and who opens it for a call. */
export const providersModule = ({ allowPrivate }: { readonly allowPrivate: boolean }): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    has(
      'telephony',
      ({ simulatorUrl: url }) =>
        url === null ? registered.telephony : [...registered.telephony, simulatorProvider(url)],
      'simulatorUrl',
    );
    has('providers', ({ telephony }) => providerRegistry({ ...registered, telephony }), 'telephony');
    has(
      'carriers',
      ({ telephony, clock }) => registeredCarriers(telephony, { clock, network: network({ allowPrivate }) }),
      'telephony',
      'clock',
    );
    has('vendors', ({ random }) => registeredVendors(registered, random, network({ allowPrivate })), 'random');
    has('resampling', speexResampling);
  });
