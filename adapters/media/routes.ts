import { FairQueue } from '../lib/fair-queue.ts';
import { AnonymousSockets } from './anonymous-sockets.ts';
import { openBrowserSocket } from './browser-sockets.ts';
import { openCarrierSocket, openDialledSocket } from './carrier-sockets.ts';
import { hostNameOf } from './origins.ts';
import type { MediaSettings, RoutesParts } from './media-parts.ts';
import { json, type MediaRoutes, type PlainReply, type PlainRequest } from './server.ts';
import { CLOSE } from './sockets.ts';
import { UnticketedStreams } from './unticketed-streams.ts';
import { webhookReply, webhookOf } from './carrier-webhooks.ts';

const AGENT_SOCKET = /^\/agent\/(?<orgId>[^/]+)\/(?<agentId>[^/]+)$/u;
const CARRIER_SOCKET = /^\/carrier\/(?<provider>[^/]+)\/(?<ticket>[^/]+)$/u;
const DIALLED_SOCKET = /^\/carrier\/(?<provider>[^/]+)\/(?<org_id>[^/]+)\/(?<agent_id>[^/]+)\/(?<call_id>[^/]+)$/u;

type AgentPath = Record<'orgId' | 'agentId', string>;
type TicketPath = Record<'provider' | 'ticket', string>;
type DialledPath = Record<'provider' | 'org_id' | 'agent_id' | 'call_id', string>;

/**
 * The runtime's routes: health, a redirect to the console, carrier webhooks, and the media sockets of browsers and
 * carriers.
 */
export function mediaRoutes(parts: RoutesParts, settings: MediaSettings): MediaRoutes {
  const anonymous = settings.anonymousLimits && new AnonymousSockets(settings.anonymousLimits, parts.clock);
  const socketParts = { ...parts, bursts: new FairQueue() };
  const gate = {
    streams: settings.anonymousLimits && new UnticketedStreams(parts.clock),
    trustedProxies: settings.trustedProxies,
  };
  return {
    async request(request) {
      const { method, path } = request;
      const webhook = webhookOf(path);
      if (webhook) return webhookReply(parts, webhook, request);
      if (method !== 'GET' && method !== 'HEAD')
        return json(405, { detail: 'Method Not Allowed' }, { allow: 'GET, HEAD' });
      return serviceReply(parts, settings, request);
    },
    socket(socket, opening) {
      const { path } = opening;
      const [browser, ticketed, dialled] = [AGENT_SOCKET, CARRIER_SOCKET, DIALLED_SOCKET].map(
        (each) => each.exec(path)?.groups,
      );
      if (browser)
        void openBrowserSocket(socketParts, settings, anonymous, socket, { ...opening, ...(browser as AgentPath) });
      else if (ticketed) void openCarrierSocket(socketParts, socket, ticketed as TicketPath);
      else if (dialled) void openDialledSocket(socketParts, gate, socket, { ...opening, ...(dialled as DialledPath) });
      else socket.close(CLOSE.notFound, 'No such socket');
    },
  };
}

async function readyReply({ isReady, readiness }: RoutesParts): Promise<PlainReply> {
  if (!isReady()) return json(503, { status: 'draining' });
  const unwritable = await readiness.unwritable();
  return unwritable.length === 0 ? json(200, { status: 'ready' }) : json(503, { status: 'unavailable', unwritable });
}

async function serviceReply(
  parts: RoutesParts,
  { consoleUrl }: MediaSettings,
  { path, headers }: PlainRequest,
): Promise<PlainReply | null> {
  if (path === '/health' || path === '/livez') return json(200, { status: 'ok' });
  if (path === '/readyz') return readyReply(parts);
  if (path === '/metrics')
    return { status: 200, headers: { 'content-type': parts.metrics.contentType }, body: await parts.metrics.text() };
  if (path !== '/') return null;
  // Agents are called from the console, which the API serves.
  return { status: 302, headers: { location: consoleUrl(hostNameOf(headers['host'] ?? '')) }, body: '' };
}
