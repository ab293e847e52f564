import type { MediaTicket } from '../../application/ports/tickets.ts';
import { isRecordId } from '../../domain/telephony/ids.ts';
import { openCarrierStream } from './carrier-stream-start.ts';
import { clientNetwork } from './client-address.ts';
import type { CarrierProtocol } from './protocols/carrier.ts';
import { carrierProtocol } from './protocols/carrier-protocols.ts';
import { closeCodeFor } from './close-codes.ts';
import type { MediaSettings, SocketParts } from './media-parts.ts';
import type { SocketOpening } from './server.ts';
import { CLOSE, type MediaSocket } from './sockets.ts';
import type { UnticketedStreams } from './unticketed-streams.ts';

type Parts = Pick<SocketParts, 'runtime' | 'tickets' | 'clock' | 'log' | 'bursts'>;

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

/** What the socket of a dialled call is admitted by. */
interface DialledGate {
  /** Null: no limit. */
  readonly streams: UnticketedStreams | null;
  readonly trustedProxies: MediaSettings['trustedProxies'];
}

/**
 * Opens the media stream of a dialled call for carriers that connect without a ticket. They show only the ids of the
 * call. Impossible ids are refused before the API is asked, and so are further attempts of a client that opened no call.
 */
export async function openDialledSocket(
  parts: Parts,
  { streams, trustedProxies }: DialledGate,
  socket: MediaSocket,
  { peer, forwardedFor, ...call }: MediaTicket & Pick<SocketOpening, 'peer' | 'forwardedFor'>,
): Promise<void> {
  const { provider, org_id, agent_id, call_id } = call;
  const protocol = carrierProtocol(provider);
  if (!protocol?.opensDialled) return socket.close(CLOSE.forbidden, 'Forbidden');
  if (![org_id, agent_id, call_id].every(isRecordId)) return socket.close(CLOSE.notFound, 'Call not found');
  if (!streams) return runCarrierCall(parts, socket, call, protocol);
  const attempt = streams.begin(clientNetwork({ peer, forwardedFor }, trustedProxies), call_id);
  if ('refusal' in attempt) {
    const { refusal: reason, isFirst } = attempt;
    if (isFirst) parts.log.warn('media.address_limited', { provider, agent_id, reason });
    return socket.close(CLOSE.tooMany, reason);
  }
  await runCarrierCall(parts, socket, call, protocol, attempt.admitted);
  attempt.ended();
}

async function runCarrierCall(
  { runtime, clock, log, bursts: queue }: Parts,
  socket: MediaSocket,
  ticket: MediaTicket,
  protocol: CarrierProtocol,
  onAdmitted?: () => void,
): Promise<void> {
  const { provider, org_id, agent_id, call_id } = ticket;
  const bursts = { queue, key: org_id };
  const onExceeded = (reason: string): void => log.warn('media.cut_off', { provider, agent_id, call_id, reason });
  try {
    const pendingMedia = openCarrierStream(socket, protocol, clock, { bursts, onExceeded });
    await runtime.openCarrierCall({ ticket, pendingMedia, onAdmitted });
  } catch (error) {
    const { code, reason } = closeCodeFor(error, log);
    socket.close(code, reason);
  }
}
