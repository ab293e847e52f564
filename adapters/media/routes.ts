import { readFile } from 'node:fs/promises';
import type { Clock } from '../../application/ports/clock.ts';
import type { Log } from '../../application/ports/log.ts';
import type { RuntimeUseCases } from '../../application/runtime/index.ts';
import { DomainError } from '../../domain/errors.ts';
import { BrowserChannel } from './browser-channel.ts';
import { isAllowedOrigin } from './origins.ts';
import type { MediaRoutes, PlainReply, SocketOpening } from './server.ts';
import { CLOSE, type MediaSocket } from './sockets.ts';

export interface MediaSettings {
  /** Where the talk page finds the API, as the browser sees it. */
  readonly apiBaseUrl: string;
  /** Pages of other hosts that may open sockets; `*` allows all. */
  readonly origins: '*' | readonly string[];
}

interface RoutesParts {
  readonly runtime: Pick<RuntimeUseCases, 'openWebCall'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Prometheus text of the process. */
  readonly metrics: () => Promise<string>;
  /** Whether new calls are taken. */
  readonly isReady: () => boolean;
}

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
const OUTPUT_RATES = [8_000, 16_000, 24_000, 48_000];
const AGENT_SOCKET = /^\/agent\/([^/]+)\/([^/]+)$/u;

/** What the runtime serves: its health, the talk page, and the browsers' media sockets. */
export function mediaRoutes(parts: RoutesParts, settings: MediaSettings): MediaRoutes {
  return {
    async request({ method, path }) {
      if (method !== 'GET' && method !== 'HEAD')
        return json(405, { detail: 'Method Not Allowed' }, { allow: 'GET, HEAD' });
      if (path === '/health' || path === '/livez') return json(200, { status: 'ok' });
      if (path === '/readyz')
        return parts.isReady() ? json(200, { status: 'ready' }) : json(503, { status: 'draining' });
      if (path === '/metrics')
        return { status: 200, headers: { 'content-type': 'text/plain; version=0.0.4' }, body: await parts.metrics() };
      if (path === '/settings.json') return json(200, { api_base_url: settings.apiBaseUrl });
      return page(path, settings);
    },
    socket(socket, opening) {
      void openSocket(parts, settings, socket, opening);
    },
  };
}

async function openSocket(
  parts: RoutesParts,
  settings: MediaSettings,
  socket: MediaSocket,
  opening: SocketOpening,
): Promise<void> {
  const [, orgId, agentId] = AGENT_SOCKET.exec(opening.path) ?? [];
  if (orgId === undefined || agentId === undefined) return socket.close(CLOSE.notFound, 'No such socket');
  if (!isAllowedOrigin(opening, settings.origins)) return socket.close(CLOSE.forbidden, 'Origin not allowed');
  const outputRate = Number(opening.query.get('output_sample_rate') ?? 16_000);
  if (!OUTPUT_RATES.includes(outputRate))
    return socket.close(CLOSE.badRequest, `output_sample_rate must be one of ${OUTPUT_RATES.join(', ')}`);
  const channel = new BrowserChannel(socket, parts.clock, outputRate);
  const request = { orgId: decoded(orgId), agentId: decoded(agentId), callId: opening.query.get('call_id'), channel };
  try {
    await parts.runtime.openWebCall(request);
  } catch (error) {
    const { code, reason } = refusalOf(error);
    if (code === CLOSE.failed) parts.log.error('media.call_refused', { error });
    channel.refuse(code, reason);
  }
}

function refusalOf(error: unknown): { code: number; reason: string } {
  if (!(error instanceof DomainError)) return { code: CLOSE.failed, reason: 'Internal error' };
  const codes: Partial<Record<DomainError['problem'], number>> = {
    missing: CLOSE.notFound,
    invalid: CLOSE.notFound,
    rejected: CLOSE.notFound,
    limited: CLOSE.tooMany,
    unavailable: CLOSE.tryLater,
  };
  return { code: codes[error.problem] ?? CLOSE.failed, reason: error.message };
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

const json = (status: number, body: unknown, headers: Record<string, string> = {}): PlainReply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** A path segment as it was meant; one that is encoded wrongly names nothing. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}
