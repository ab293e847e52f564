import type { MediaTicket } from '../../application/ports/tickets.ts';
import { openCarrierStream } from './carrier-stream-start.ts';
import type { CarrierProtocol } from './protocols/carrier.ts';
import { carrierProtocol } from './protocols/carrier-protocols.ts';
import { closeCodeFor } from './close-codes.ts';
import type { RoutesParts } from './media-parts.ts';
import { CLOSE, type MediaSocket } from './sockets.ts';

type Parts = Pick<RoutesParts, 'runtime' | 'tickets' | 'clock' | 'log'>;

/**
 * Opens the media stream of the call that the carrier's ticket names. Without a matching ticket it answers only
 * Forbidden.
 */
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

/**
 * Opens the media stream of a dialled call for carriers that connect without a ticket. They show only the ids of the
 * call.
 */
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
