import { readFile } from 'node:fs/promises';
import { openBrowserSocket } from './browser-sockets.ts';
import { openCarrierSocket } from './carrier-sockets.ts';
import type { MediaSettings, RoutesParts } from './media-parts.ts';
import { json, type MediaRoutes, type PlainReply } from './server.ts';
import { CLOSE } from './sockets.ts';
import { webhookReply, webhookOf } from './webhooks.ts';

const PAGE_FILES: ReadonlySet<string> = new Set([
  'index.html',
  'theme.css',
  'parts.css',
  'talk.css',
  'call.css',
  'captions.css',
  'latencies.css',
  'after.css',
  'talk.js',
  'dom.js',
  'words.js',
  'session.js',
  'account-view.js',
  'agents-view.js',
  'ready-agent.js',
  'call-view.js',
  'call.js',
  'frames.js',
  'captions.js',
  'latencies.js',
  'level.js',
  'controls.js',
  'after-call.js',
  'artifacts.js',
  'audio.js',
  'worklet.js',
  'framer.js',
  'jitter-buffer.js',
  'reset-password.html',
  'reset-password.js',
]);
/** Pages by the address that people and mails know. */
const PAGES: Readonly<Record<string, string>> = { '/': 'index.html', '/reset-password': 'reset-password.html' };
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};
const AGENT_SOCKET = /^\/agent\/([^/]+)\/([^/]+)$/u;
const CARRIER_SOCKET = /^\/carrier\/([^/]+)\/([^/]+)$/u;

/** What the runtime serves: its health, the talk page, the carriers' webhooks, and the media sockets of both. */
export function mediaRoutes(parts: RoutesParts, settings: MediaSettings): MediaRoutes {
  return {
    async request(request) {
      const { method, path } = request;
      const webhook = webhookOf(path);
      if (webhook) return webhookReply(parts, webhook, request);
      if (method !== 'GET' && method !== 'HEAD')
        return json(405, { detail: 'Method Not Allowed' }, { allow: 'GET, HEAD' });
      return serviceReply(parts, settings, path);
    },
    socket(socket, opening) {
      const [, orgId, agentId] = AGENT_SOCKET.exec(opening.path) ?? [];
      const [, provider, ticket] = CARRIER_SOCKET.exec(opening.path) ?? [];
      if (orgId !== undefined && agentId !== undefined)
        void openBrowserSocket(parts, settings, socket, { ...opening, orgId, agentId });
      else if (provider !== undefined && ticket !== undefined)
        void openCarrierSocket(parts, socket, { provider, ticket });
      else socket.close(CLOSE.notFound, 'No such socket');
    },
  };
}

async function serviceReply(parts: RoutesParts, settings: MediaSettings, path: string): Promise<PlainReply | null> {
  if (path === '/health' || path === '/livez') return json(200, { status: 'ok' });
  if (path === '/readyz') return parts.isReady() ? json(200, { status: 'ready' }) : json(503, { status: 'draining' });
  if (path === '/metrics')
    return { status: 200, headers: { 'content-type': 'text/plain; version=0.0.4' }, body: await parts.metrics() };
  if (path === '/settings.json') return json(200, { api_base_url: settings.apiBaseUrl });
  return page(path, settings);
}

async function page(path: string, { apiBaseUrl }: MediaSettings): Promise<PlainReply | null> {
  const file = PAGES[path] ?? path.slice(1);
  if (!PAGE_FILES.has(file)) return null;
  const body = await readFile(new URL(`page/${file}`, import.meta.url));
  const type = TYPES[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  const policy = `default-src 'self'; connect-src 'self' ws: wss: ${new URL(apiBaseUrl).origin}; img-src 'self' data:; media-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`;
  const headers = {
    'content-type': type,
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'microphone=(self)',
    'cache-control': 'no-cache',
  };
  return { status: 200, headers, body };
}
