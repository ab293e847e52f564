import { apiClient, type Api } from '../../clients/typescript/index.ts';
import { expireSession, session } from './session.ts';
import { settings } from './settings.ts';

export { answered, ApiError, interruptions } from '../../clients/typescript/index.ts';

/** What the API calls its resources, as in `Resource['AgentResponse']`. */
export type { components } from '../../clients/typescript/index.ts';

/** Where the contract says that its routes are. The operator may have put them elsewhere. */
const CONTRACT_PREFIX = '/api/v1';
const BEARER = 'Bearer ';

/** The API client with the session's token: `await answered(api.GET('/api/v1/agents'))`. */
export const api: Api = apiClient({ token: () => session.value?.access_token ?? null });

api.use({
  onRequest({ request }) {
    const url = new URL(request.url);
    const path = address(url.pathname);
    return path === url.pathname ? undefined : new Request(new URL(path + url.search, url), request);
  },
  onResponse({ request, response }) {
    const token = request.headers.get('authorization');
    // A carrier's 401 that is passed on has no challenge: it is about the stored credentials.
    const isUnknown = response.status === 401 && response.headers.has('www-authenticate');
    if (isUnknown && token !== null) expireSession(token.slice(BEARER.length));
  },
});

/** Where a path of the contract is, for what goes past the client, such as an upload that shows its progress. */
export function address(path: string): string {
  const isRoute = path.startsWith(`${CONTRACT_PREFIX}/`);
  return isRoute ? settings().api_prefix + path.slice(CONTRACT_PREFIX.length) : path;
}

/** The header that such a request needs. */
export const authorisation = (): Record<string, string> =>
  session.value === null ? {} : { authorization: BEARER + session.value.access_token };
