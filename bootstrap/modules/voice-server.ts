import { ContainerModule } from 'inversify';
import { hmacTickets } from '../../adapters/tickets/hmac.ts';
import { provide } from '../dependencies.ts';
import { VoiceServerAddress } from '../voice-server-address.ts';

/** Where calls reach the runtime, and what lets them in: the API hands out what the runtime takes. */
export const voiceServerModule = (baseUrl: string | null, internalApiKey: string): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    has('voiceServer', () => new VoiceServerAddress(baseUrl));
    has('tickets', ({ clock }) => hmacTickets(internalApiKey, clock), 'clock');
  });
