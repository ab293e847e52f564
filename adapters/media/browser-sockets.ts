import type { CallingPage, WebCallRequest } from '../../application/runtime/open-web-call.ts';
import type { SocketAdmission, AnonymousSockets } from './anonymous-sockets.ts';
import { BrowserChannel, type OnChannelClosed } from './browser-channel.ts';
import { clientNetwork } from './client-address.ts';
import { judgeOrigin, type OriginVerdict } from './origins.ts';
import { closeCodeFor } from './close-codes.ts';
import type { MediaSettings, RoutesParts, SocketParts } from './media-parts.ts';
import type { SocketOpening } from './server.ts';
import { CLOSE, type MediaSocket } from './sockets.ts';

const OUTPUT_RATES = [8_000, 16_000, 24_000, 48_000];

interface AgentOpening extends SocketOpening {
  /** As encoded in the path. */
  readonly orgId: string;
  readonly agentId: string;
}

/** Opens a browser's call with an agent, or closes its socket with a code and the reason. */
export async function openBrowserSocket(
  parts: SocketParts,
  settings: MediaSettings,
  anonymous: AnonymousSockets | null,
  socket: MediaSocket,
  opening: AgentOpening,
): Promise<void> {
  const verdict = judgeOrigin(opening, settings);
  const outputRate = Number(opening.query.get('output_sample_rate') ?? 16_000);
  if (!OUTPUT_RATES.includes(outputRate))
    return socket.close(CLOSE.badRequest, `output_sample_rate must be one of ${OUTPUT_RATES.join(', ')}`);
  const request = callRequestOf(parts, settings, opening);
  if (!request || (request.isAnonymous && !verdict.allowed)) return refuse(parts, socket, opening, verdict);
  const { network, admission } = request.isAnonymous ? admit(anonymous, settings, opening) : UNCOUNTED;
  if ('refusal' in admission) {
    const { refusal: reason, isFirstRefusal } = admission;
    if (isFirstRefusal) parts.log.warn('media.address_limited', { ...agentIn(opening), reason });
    return socket.close(CLOSE.tooMany, reason);
  }
  const onClosed = closedBy(parts, opening, admission.release);
  const bursts = { queue: parts.bursts, key: decodeSegment(opening.orgId) };
  const channel = new BrowserChannel(socket, parts.clock, outputRate, bursts, onClosed);
  try {
    await parts.runtime.openWebCall({ ...request, network, channel, page: pageOf(opening, verdict) });
  } catch (error) {
    refuseCall(parts, channel, opening, error);
  }
}

function refuseCall(parts: RoutesParts, channel: BrowserChannel, opening: AgentOpening, error: unknown): void {
  const { code, reason } = closeCodeFor(error, parts.log);
  if (code === CLOSE.forbidden) logRefusedOrigin(parts, opening, 'web.allowed_origins');
  channel.refuse(code, reason);
}

const closedBy =
  ({ log }: RoutesParts, opening: AgentOpening, release: () => void): OnChannelClosed =>
  (code, reason) => {
    release();
    if (code === CLOSE.tooMany) log.warn('media.cut_off', { provider: 'browser', ...agentIn(opening), reason });
  };

/**
 * Refuses a page that the operator does not know, or one without a ticket. With a ticket, the agent may allow a page that
 * the operator does not know.
 */
function refuse(parts: RoutesParts, socket: MediaSocket, opening: AgentOpening, verdict: OriginVerdict): void {
  // A page with a ticket may be one of its agent's, which needs no setting of the operator.
  if (ticketOf(opening) !== '') return socket.close(CLOSE.forbidden, 'The ticket is invalid, expired or used');
  if (verdict.allowed) return socket.close(CLOSE.forbidden, 'The ticket of a registered call is required');
  logRefusedOrigin(parts, opening, verdict.setting);
  socket.close(CLOSE.forbidden, verdict.advice);
}

const logRefusedOrigin = ({ log }: RoutesParts, opening: AgentOpening, setting: string): void =>
  log.warn('media.origin_refused', { ...agentIn(opening), ...headersOf(opening), setting });

/** The agent that a client asks for, shortened for the log: the client controls it. */
const agentIn = ({ orgId, agentId }: AgentOpening) => ({
  org_id: decodeSegment(orgId).slice(0, LOGGED_LENGTH_MAX),
  agent_id: decodeSegment(agentId).slice(0, LOGGED_LENGTH_MAX),
});

/** Longest part of a request in a log line. */
const LOGGED_LENGTH_MAX = 200;

/** The page that the agent judges. Null: none, or one of the platform's own. */
const pageOf = ({ origin }: SocketOpening, verdict: OriginVerdict): CallingPage | null =>
  origin === null || (verdict.allowed && verdict.isOwn) ? null : { origin, isKnown: verdict.allowed };

/** A client's network, null where it is not counted, and whether it may open a socket. */
interface CountedClient {
  readonly network: string | null;
  readonly admission: SocketAdmission;
}

const UNCOUNTED: CountedClient = { network: null, admission: { release: () => undefined } };

/** Counts an attempt without a ticket, unless it comes from this machine. */
function admit(
  anonymous: AnonymousSockets | null,
  { trustedProxies }: MediaSettings,
  opening: AgentOpening,
): CountedClient {
  const network = anonymous && clientNetwork(opening, trustedProxies);
  return anonymous === null || network === null ? UNCOUNTED : { network, admission: anonymous.admit(network) };
}

/** The headers that decided on the origin, shortened for the log: the client controls them. */
const headersOf = ({ origin, host, forwardedHost }: SocketOpening) =>
  Object.fromEntries(
    Object.entries({ origin, host, forwarded_host: forwardedHost }).map(([name, text]) => [
      name,
      text?.slice(0, LOGGED_LENGTH_MAX),
    ]),
  );

const ticketOf = ({ query }: SocketOpening): string => query.get('ticket') ?? '';

/**
 * The call that a browser may open. Null if its ticket does not match, or is missing and required. Where none is required,
 * a matching ticket still proves that a member of the organisation registered the call, and opens one socket.
 */
function callRequestOf(
  { tickets }: RoutesParts,
  { webCalls }: MediaSettings,
  opening: AgentOpening,
): Omit<WebCallRequest, 'channel' | 'network' | 'page'> | null {
  const agent = { orgId: decodeSegment(opening.orgId), agentId: decodeSegment(opening.agentId) };
  const text = ticketOf(opening);
  const ticket = tickets.redeem(text);
  const fits = ticket?.provider === 'browser' && ticket.org_id === agent.orgId && ticket.agent_id === agent.agentId;
  // Another runtime may have redeemed it: then its call is taken, and no other one is registered in its place.
  if (fits) return { ...agent, callId: ticket.call_id, mayRegister: false, isAnonymous: false };
  if (webCalls !== 'open' || text !== '') return null;
  return { ...agent, callId: opening.query.get('call_id'), mayRegister: true, isAnonymous: true };
}

/** Decodes a path segment. Empty if its encoding is invalid. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}
