import createClient, { type Client } from 'openapi-fetch';
import { ApiError } from './api-error.ts';
import { timedFetch } from './timed-fetch.ts';
import type { paths } from '../../openapi.ts';

export { ApiError, type ApiProblem } from './api-error.ts';
export { interruptions } from './interruptions.ts';
export type * from '../../openapi.ts';

/** Every route of the API, typed by its path. */
export type Api = Client<paths>;

export interface ApiOptions {
  /** Where the API listens, as in `http://localhost:8000`; the page's own origin when it is left out. */
  readonly baseUrl?: string;
  /** The access token, asked for before every request; null where there is none. */
  readonly token?: () => string | null;
  /** How long the API may keep silent. */
  readonly timeoutMs?: number;
}

/** A client of the API. What its methods answer goes through `answered`. */
export function apiClient({ baseUrl = '', token = () => null, timeoutMs = 30_000 }: ApiOptions = {}): Api {
  const api = createClient<paths>({ baseUrl, fetch: timedFetch(timeoutMs) });
  api.use({
    onRequest({ request }) {
      const bearer = token();
      if (bearer !== null) request.headers.set('authorization', `Bearer ${bearer}`);
    },
  });
  return api;
}

interface Outcome<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** What the API answered. Rejects with an `ApiError` when it refused, or did not answer at all. */
export async function answered<T>(outcome: Promise<Outcome<T>>): Promise<T> {
  const { data, error, response } = await outcome.catch((cause: unknown) => {
    throw ApiError.unreachable(cause);
  });
  if (!response.ok) throw ApiError.refused({ status: response.status, body: error, headers: response.headers });
  return data as T;
}

/** The body of an upload: `api.POST('/api/v1/knowledge/upload', multipart(file, 'prices.pdf'))`. */
export const multipart = (file: Blob, filename: string) => ({
  body: { file },
  bodySerializer: (): FormData => {
    const form = new FormData();
    form.append('file', file, filename);
    return form;
  },
});

/** Asks for bytes as they come: `api.GET('/api/v1/calls/{call_id}/recording', { params, ...streamed })`. */
export const streamed = { parseAs: 'stream' } as const;
