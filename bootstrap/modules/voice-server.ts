import { ContainerModule } from 'inversify';
import { hmacTickets } from '../../adapters/tickets/hmac.ts';
import { provide } from '../registry.ts';
import { VoiceServer } from '../voice-server.ts';

/** Where calls reach the runtime, and what lets them in: the API hands out what the runtime takes. */
export const voiceServerModule = (baseUrl: string | null, internalApiKey: string): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    has('voiceServer', () => new VoiceServer(baseUrl));
    has('tickets', ({ clock }) => hmacTickets(internalApiKey, clock), 'clock');
  });
