import { openCarrierLine } from './carrier-line.ts';
import { carrierProtocol } from './protocols/carriers.ts';
import { refusalOf } from './refusals.ts';
import type { RoutesParts } from './media-parts.ts';
import { CLOSE, type MediaSocket } from './sockets.ts';

/** Lets a carrier in with its ticket, to stream the one call it is for. Who has none that fits learns nothing. */
export async function openCarrierSocket(
  { runtime, tickets, clock, log }: Pick<RoutesParts, 'runtime' | 'tickets' | 'clock' | 'log'>,
  socket: MediaSocket,
  path: { readonly provider: string; readonly ticket: string },
): Promise<void> {
  const ticket = tickets.redeem(path.ticket);
  const protocol = ticket?.provider === path.provider ? carrierProtocol(path.provider) : null;
  if (!ticket || !protocol) return socket.close(CLOSE.forbidden, 'Forbidden');
  try {
    await runtime.openCarrierCall({ ticket, line: openCarrierLine(socket, protocol, clock) });
  } catch (error) {
    const { code, reason } = refusalOf(error, log);
    socket.close(code, reason);
  }
}
