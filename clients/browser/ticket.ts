import { ended, VoiceAgentError } from './ended.ts';

/** What opens the socket of one call: the answer of `POST /api/v1/calls/web`. */
export interface Ticket {
  /** Address of the agent's socket, without the ticket. */
  readonly socket_url: string;
  /** Opens the socket once, within a minute. Not needed where the runtime takes calls without one. */
  readonly ticket?: string | null;
  readonly call_id?: string | null;
}

/** The address of a ticket endpoint, or a function that gets a ticket. */
export type TicketSource = string | URL | ((request: TicketRequest) => Ticket | Promise<Ticket>);

/** What a ticket endpoint is sent, as JSON. */
export interface TicketRequest {
  readonly agent_id?: string;
  /** What the page proposes for the agent's placeholders. The endpoint decides what it passes on. */
  readonly custom_variables?: Readonly<Record<string, string>>;
}

/** How long an endpoint may take, in milliseconds. */
const ANSWER_MS = 15_000;
const TOO_MANY = 429;

/** Gets a ticket. Rejects with a `VoiceAgentError`. */
export async function readTicket(
  source: TicketSource,
  request: TicketRequest,
  fetching: typeof fetch,
): Promise<Ticket> {
  try {
    return required(await (typeof source === 'function' ? source(request) : askEndpoint(source, request, fetching)));
  } catch (cause) {
    if (cause instanceof VoiceAgentError) throw cause;
    throw new VoiceAgentError(ended('no_ticket', { cause, detail: cause instanceof Error ? cause.message : '' }));
  }
}

async function askEndpoint(source: string | URL, request: TicketRequest, fetching: typeof fetch): Promise<Ticket> {
  const response = await fetching(source, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(request),
    cache: 'no-store',
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  if (response.ok) return (await response.json()) as Ticket;
  const detail = `The ticket endpoint answered ${response.status}`;
  if (response.status !== TOO_MANY) throw new VoiceAgentError(ended('no_ticket', { detail }));
  const seconds = Number(response.headers.get('Retry-After') ?? 'none');
  const retryAfterSecs = Number.isFinite(seconds) ? seconds : null;
  throw new VoiceAgentError(ended('busy', { detail, retryAfterSecs }));
}

/** Answers come from the network, whatever their type says. */
function required(ticket: Partial<Ticket> | null): Ticket {
  const { socket_url: address } = ticket ?? {};
  if (typeof address === 'string' && URL.canParse(address)) return { ...ticket, socket_url: address };
  const detail =
    address === null
      ? 'socket_url is null: set VOICE_SERVER_BASE_URL of the platform'
      : 'The ticket endpoint answered without socket_url';
  throw new VoiceAgentError(ended('no_ticket', { detail }));
}

/** The address that a ticket opens. */
export function addressOf({ socket_url, ticket, call_id }: Ticket): URL {
  const url = new URL(socket_url);
  if (url.protocol === 'https:') url.protocol = 'wss:';
  if (url.protocol === 'http:') url.protocol = 'ws:';
  if (ticket) url.searchParams.set('ticket', ticket);
  if (call_id) url.searchParams.set('call_id', call_id);
  return url;
}
