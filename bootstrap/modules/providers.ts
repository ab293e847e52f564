import { ContainerModule } from 'inversify';
import { network } from '../../adapters/lib/network.ts';
import { registered } from '../../adapters/providers/registered.ts';
import { providerRegistry } from '../../adapters/providers/registry.ts';
import { registeredVendors } from '../../adapters/providers/vendors.ts';
import { provide } from '../registry.ts';

/** What can be configured, and who opens it for a call. */
export const providersModule = ({ allowPrivate }: { readonly allowPrivate: boolean }): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    has('providers', () => providerRegistry(registered));
    has('vendors', ({ random }) => registeredVendors(registered, random, network({ allowPrivate })), 'random');
  });
