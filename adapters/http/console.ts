import { Router, type Request, type RequestHandler } from 'express';
import { builtFiles, sendFile, type BuiltFiles } from './built-files.ts';
import { notFound } from './http-error.ts';

/** What the console is served with. */
export interface ConsoleParts {
  /** Where it was built into. */
  readonly directory: string;
  /** Where the contract's routes are mounted. */
  readonly apiPrefix: string;
  /** The runtime's URL for browsers that use this host name. Null when unknown. */
  readonly runtimeUrl: (hostName: string) => string | null;
  readonly webCalls: 'open' | 'ticket';
  /** Whether a stranger can make an account now. */
  readonly isSignUpOpen: () => Promise<boolean>;
  /** Whether any organisation has single sign-on now. */
  readonly hasSingleSignOn: () => Promise<boolean>;
  /** Where identity providers send the browser back: an address of the console as others reach it. */
  readonly signOnRedirectUri: string;
}

const BASE = '/console';
const PAGE = 'index.html';
const HOST_NAME = /^(?:[\w.-]+|\[[\da-f:.]+\])$/i;
const IMMUTABLE = 'public, max-age=31536000, immutable';
const NOT_BUILT = 'The console is not built. `npm run build` builds it, and `npm start` serves it.';

/** Serves the console: its files, and its page at every other path below /console, because it routes on the client. */
export function consolePages(parts: ConsoleParts): Router {
  const files = builtFiles(parts.directory);
  const router = Router({ caseSensitive: true, strict: true });
  router.get(BASE, (_request, response) => response.redirect(308, `${BASE}/`));
  router.get(`${BASE}/settings.json`, settings(parts));
  router.get(/^\/console\/assets\//, asset(files));
  router.get(/^\/console\//, page(files, parts));
  return router;
}

const settings =
  (parts: ConsoleParts): RequestHandler =>
  async (request, response) => {
    // The console should show itself while the store is away.
    const [isSignUpOpen, hasSingleSignOn] = await Promise.all(
      [parts.isSignUpOpen(), parts.hasSingleSignOn()].map((known) => known.catch(() => false)),
    );
    response.setHeader('Cache-Control', 'no-store');
    response.json({
      api_prefix: parts.apiPrefix,
      runtime_url: runtimeFor(request, parts),
      web_calls: parts.webCalls,
      sign_up: isSignUpOpen ? 'open' : 'closed',
      single_sign_on: hasSingleSignOn,
      sign_on_redirect_uri: parts.signOnRedirectUri,
    });
  };

const asset =
  (files: () => Promise<BuiltFiles>): RequestHandler =>
  async (request, response) => {
    const file = (await files()).get(request.path.slice(BASE.length + 1));
    if (!file) throw notFound();
    // File names contain a content hash.
    response.setHeader('Cache-Control', IMMUTABLE);
    sendFile(file, request, response);
  };

const page =
  (files: () => Promise<BuiltFiles>, parts: ConsoleParts): RequestHandler =>
  async (request, response) => {
    const file = (await files()).get(PAGE);
    if (!file) return void response.status(404).json({ detail: NOT_BUILT });
    response.setHeader('Cache-Control', 'no-cache');
    response.setHeader('Content-Security-Policy', policyFor(runtimeFor(request, parts)));
    response.setHeader('Permissions-Policy', 'microphone=(self), camera=(), geolocation=()');
    sendFile(file, request, response);
  };

/** The runtime's URL for this client. An invalid host name is replaced. */
const runtimeFor = ({ hostname }: Request, { runtimeUrl }: ConsoleParts): string | null =>
  runtimeUrl(HOST_NAME.test(hostname) ? hostname : 'localhost');

/** What the page may load and reach: its own files, this API, and the media sockets of the runtime. */
const policyFor = (runtimeUrl: string | null): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    `connect-src 'self'${runtimeUrl === null ? '' : ` ${new URL(runtimeUrl.replace(/^http/, 'ws')).origin}`}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
