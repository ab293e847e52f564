import { ContainerModule } from 'inversify';
import { registered } from '../../adapters/providers/registered.ts';
import { providerRegistry } from '../../adapters/providers/registry.ts';
import { registeredVendors } from '../../adapters/providers/vendors.ts';
import { provide } from '../registry.ts';

/** What can be configured, and who opens it for a call. */
export const providersModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    has('providers', () => providerRegistry(registered));
    has('vendors', ({ random }) => registeredVendors(registered, random), 'random');
  });
