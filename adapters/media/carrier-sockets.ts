import type { MediaTicket } from '../../application/ports/tickets.ts';
import { openCarrierStream } from './carrier-stream-start.ts';
import type { CarrierProtocol } from './protocols/carrier.ts';
import { carrierProtocol } from './protocols/carriers.ts';
import { closeCodeFor } from './close-codes.ts';
import type { RoutesParts } from './media-parts.ts';
import { CLOSE, type MediaSocket } from './sockets.ts';

type Parts = Pick<RoutesParts, 'runtime' | 'tickets' | 'clock' | 'log'>;

/** Lets a carrier in with its ticket, to stream the one call it is for. Who has none that fits learns nothing. */
export async function openCarrierSocket(
  parts: Parts,
  socket: MediaSocket,
  path: { readonly provider: string; readonly ticket: string },
): Promise<void> {
  const ticket = parts.tickets.redeem(path.ticket);
  const protocol = ticket?.provider === path.provider ? carrierProtocol(path.provider) : null;
  if (!ticket || !protocol) return socket.close(CLOSE.forbidden, 'Forbidden');
  await runCarrierCall(parts, socket, ticket, protocol);
}

/** Lets a carrier in that opens the sockets of dialled calls by itself. It shows the ids of the call and nothing else. */
export async function openDialledSocket(parts: Parts, socket: MediaSocket, call: MediaTicket): Promise<void> {
  const protocol = carrierProtocol(call.provider);
  if (!protocol?.opensDialled) return socket.close(CLOSE.forbidden, 'Forbidden');
  await runCarrierCall(parts, socket, call, protocol);
}

async function runCarrierCall(
  { runtime, clock, log }: Parts,
  socket: MediaSocket,
  ticket: MediaTicket,
  protocol: CarrierProtocol,
): Promise<void> {
  const { provider, agent_id, call_id } = ticket;
  const onExceeded = (reason: string): void => log.warn('media.cut_off', { provider, agent_id, call_id, reason });
  try {
    await runtime.openCarrierCall({ ticket, pendingMedia: openCarrierStream(socket, protocol, clock, onExceeded) });
  } catch (error) {
    const { code, reason } = closeCodeFor(error, log);
    socket.close(code, reason);
  }
}
