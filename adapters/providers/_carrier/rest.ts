import type { Clock } from '../../../application/ports/clock.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import type { CallResponse } from '../../../domain/calls/call-log.ts';
import { invalid, unavailable } from '../../../domain/errors.ts';
import { CarrierFailure } from '../../../domain/telephony/carrier-failure.ts';
import { exchange, type ExchangeRequest, type ExchangeReply } from '../../lib/http-exchange.ts';
import type { Network } from '../../lib/network.ts';
import { refusalSentence } from './refusal.ts';
import { refusalWords } from './refusal-words.ts';
import { textOf } from './values.ts';

/** How long a carrier may take. In milliseconds. */
const TIMEOUT_MS = 6_000;
const DIAL_TIMEOUT_MS = 10_000;
const GATEWAY_FAULTS = new Set([502, 503, 504]);

interface RestService {
  /** What people call the carrier. */
  readonly name: string;
  /** Ends with a slash where paths begin without one. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly network: Network;
  readonly clock: Clock;
  /** Never shown, whatever the carrier repeats of them. */
  readonly secrets: readonly string[];
}

type Values = Readonly<Record<string, string | number | boolean | undefined>>;

export interface CarrierRequestOptions {
  readonly method: ExchangeRequest['method'];
  readonly path: string;
  readonly query?: Values;
  readonly json?: unknown;
  /** Fields of a form, sent instead of JSON; a list writes its field several times. */
  readonly form?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses that are answers here and no refusals, as 404 is when something absent is removed. */
  readonly expected?: readonly number[];
  /** What else is an answer here, told by what it says. */
  readonly accepts?: (refused: CarrierRestReply) => boolean;
  /** A dial is waited for a little longer. */
  readonly isDial?: boolean;
  /** What a refusal means for the number that was dialled. */
  readonly dispositionOf?: (refused: CarrierRestReply) => CallResponse | null;
}

export interface CarrierRestReply {
  readonly status: number;
  /** The JSON of the answer, as far as it is an object; else one without fields. */
  readonly body: Readonly<Record<string, unknown>>;
}

export type CarrierRest = (request: CarrierRequestOptions) => Promise<CarrierRestReply>;

/**
 * A carrier's REST service. Any status but 2xx is a CarrierFailure in words of ours, no answer in time is
 * `unavailable`, and nothing but a GET is ever asked twice.
 */
export const carrierRest =
  (service: RestService): CarrierRest =>
  async (request) => {
    const reply = await sendWithRetry(service, request);
    const { status } = reply;
    const answer = { status, body: objectIn(reply.text) ?? {} };
    const isExpected = (status >= 200 && status < 300) || request.expected?.includes(status) === true;
    if (isExpected || request.accepts?.(answer)) return answer;
    throw refusal(service, request, reply);
  };

/** The text an answer must have. An answer without it leaves open what was done. */
export function required(carrier: string, name: string, value: unknown): string {
  if (textOf(value) !== '') return textOf(value);
  throw new CarrierFailure(`${carrier} answered without ${name}`, { status: 502 });
}

async function sendWithRetry(service: RestService, request: CarrierRequestOptions): Promise<ExchangeReply> {
  const mayRepeat = request.method === 'GET';
  try {
    const reply = await send(service, request);
    return mayRepeat && GATEWAY_FAULTS.has(reply.status) ? await send(service, request) : reply;
  } catch (cause) {
    if (!(cause instanceof VendorFailure)) throw cause;
    // The network goes to no such address: the stored URL is wrong, and nobody was asked.
    if (!cause.retryable) throw invalid(cause.message, { cause });
    if (!mayRepeat) throw unavailable(cause.message, { cause });
    return send(service, request).catch((again: unknown) => {
      throw unavailable(cause.message, { cause: again });
    });
  }
}

function send(
  { name, baseUrl, network, clock, ...service }: RestService,
  request: CarrierRequestOptions,
): Promise<ExchangeReply> {
  const { method, path, query = {}, isDial = false } = request;
  const url = new URL(`${baseUrl}${path}`);
  for (const [key, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(key, String(value));
  const { headers, ...content } = contentOf(request);
  return exchange({
    vendor: name,
    method,
    url,
    headers: { accept: 'application/json', ...headers, ...service.headers, ...request.headers },
    network,
    clock,
    timeoutMs: isDial ? DIAL_TIMEOUT_MS : TIMEOUT_MS,
    ...content,
  });
}

function contentOf({ form, json }: CarrierRequestOptions): { headers?: Record<string, string>; body?: string } {
  if (form) return { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: formText(form) };
  return json === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) };
}

function formText(form: NonNullable<CarrierRequestOptions['form']>): string {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(form))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined) fields.append(name, String(each));
  return fields.toString();
}

/** Redirects and the like come to us as a carrier that is not in order. What it wrote is the cause, for the log alone. */
function refusal(
  { name, secrets, clock }: RestService,
  request: CarrierRequestOptions,
  reply: ExchangeReply,
): CarrierFailure {
  const { status, headers, text } = reply;
  const body = objectIn(text);
  const words = refusalWords(body, secrets);
  return new CarrierFailure(refusalSentence(name, status, body), {
    status: status >= 400 && status < 600 ? status : 502,
    response: request.dispositionOf?.({ status, body: body ?? {} }) ?? null,
    retryAfterMs: retryAfterMs(headers['retry-after'], clock),
    ...(words !== null && { cause: new Error(`${name} wrote: ${words}`) }),
  });
}

/** `Retry-After` in seconds or as a date. */
function retryAfterMs(text: string | undefined, clock: Clock): number | null {
  if (text === undefined) return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - clock.now().getTime();
  return Number.isFinite(ms) && ms >= 0 ? ms : null;
}

/** Ids of more digits than a number holds stay what they are, as texts. */
function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  const exact = text.replace(/([:[,]\s*)(\d{16,})(?=\s*[,\]}])/g, '$1"$2"');
  const value = jsonIn(exact) ?? jsonIn(text);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
