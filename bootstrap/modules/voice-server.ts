import { ContainerModule } from 'inversify';
import { hmacTickets } from '../../adapters/tickets/hmac.ts';
import { provide } from '../dependencies.ts';
import { VoiceServerAddress } from '../voice-server-address.ts';

/** Address of the runtime and the tickets that the API issues and the runtime redeems. */
export const voiceServerModule = (baseUrl: string | null, internalApiKey: string): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    has('voiceServer', () => new VoiceServerAddress(baseUrl));
    has('tickets', ({ clock }) => hmacTickets(internalApiKey, clock), 'clock');
  });
