import { answered as answer, apiClient, ApiError, type Api } from '../../clients/typescript/index.ts';
import { sharedStrings } from './parts/strings.ts';
import { expireSession, session } from './session.ts';
import { settings } from './settings.ts';

export { ApiError, interruptions } from '../../clients/typescript/index.ts';

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

/** That the server did not answer, in the language of the page. */
export const unreachable = (cause: unknown): ApiError => ApiError.unreachable(cause, sharedStrings.unreachable);

/** What the API answered. Rejects with an `ApiError` when it refused, or did not answer at all. */
export const answered = <T>(outcome: Parameters<typeof answer<T>>[0]): Promise<T> =>
  answer<T>(outcome).catch((error: unknown) => {
    throw error instanceof ApiError && isSilence(error) ? unreachable(error) : error;
  });

/** Whether no answer came, or that of a proxy whose server is away. */
const isSilence = ({ status, body }: ApiError): boolean =>
  status === null || (status >= 500 && !(typeof body === 'object' && body !== null));

/** Where a path of the contract is, for what goes past the client, such as an upload that shows its progress. */
export function address(path: string): string {
  const isRoute = path.startsWith(`${CONTRACT_PREFIX}/`);
  return isRoute ? settings().api_prefix + path.slice(CONTRACT_PREFIX.length) : path;
}

/** The header that such a request needs. */
export const authorisation = (): Record<string, string> =>
  session.value === null ? {} : { authorization: BEARER + session.value.access_token };
