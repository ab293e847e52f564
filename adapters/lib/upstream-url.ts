import { invalid } from '../../domain/errors.ts';
import { withoutClosingSlashes } from '../../domain/plain-text.ts';

const SCHEMES = ['http:', 'https:', 'ws:', 'wss:'];

/** Validates a base URL and removes its trailing slash. Rejects other schemes, credentials, a query and a fragment. */
export function upstreamUrl(text: string, field = 'base_url'): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !SCHEMES.includes(url.protocol)) throw invalid(`${field} must be an http, https, ws or wss URL`);
  if (url.username !== '' || url.password !== '') throw invalid(`${field} must not contain credentials`);
  if (url.search !== '' || url.hash !== '') throw invalid(`${field} must not have a query or a fragment`);
  url.pathname = withoutClosingSlashes(url.pathname);
  return url;
}

/** An endpoint below a base URL, over HTTP or WebSocket, whatever the scheme of the base. */
export function endpoint(baseUrl: string, transport: 'http' | 'ws', path: string, query: Query = {}): URL {
  const url = upstreamUrl(baseUrl);
  const secure = url.protocol === 'https:' || url.protocol === 'wss:';
  url.protocol = secure ? `${transport}s:` : `${transport}:`;
  url.pathname = `${url.pathname === '/' ? '' : url.pathname}${path}`;
  for (const [name, value] of Object.entries(query))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined) url.searchParams.append(name, String(each));
  return url;
}

/** The origin of a URL. For a WebSocket the origin of its HTTP server. */
export const httpOrigin = ({ href }: URL): string =>
  new URL(href.startsWith('ws') ? `http${href.slice(2)}` : href).origin;

type Value = string | number | boolean | undefined;
type Query = Readonly<Record<string, Value | readonly string[]>>;
