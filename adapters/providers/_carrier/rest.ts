import type { Clock } from '../../../application/ports/clock.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import type { CallResponse } from '../../../domain/calls/call-log.ts';
import { invalid, unavailable } from '../../../domain/errors.ts';
import { CarrierFailure } from '../../../domain/telephony/carrier-failure.ts';
import { TIMEOUTS_MS } from '../../../domain/voice/call-timeouts.ts';
import { exchange, isRepeatable, type ExchangeRequest, type ExchangeReply } from '../../lib/http-exchange.ts';
import type { Network } from '../../lib/network.ts';
import { refusalSentence, refusalMessage } from './refusal.ts';
import { hasDotSegment } from '../../../domain/path-segments.ts';
import { isRecord, textOf, parsedJson } from '../../../domain/unverified-json.ts';

const GATEWAY_FAULTS = new Set([502, 503, 504]);

interface RestService {
  /** The carrier's name in error messages. */
  readonly name: string;
  /** Ends with a slash if the paths do not begin with one. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly network: Network;
  readonly clock: Clock;
  /** Values to mask in everything the carrier answers. */
  readonly secrets: readonly string[];
}

type Values = Readonly<Record<string, string | number | boolean | undefined>>;

export interface CarrierRequestOptions {
  readonly method: ExchangeRequest['method'];
  readonly path: string;
  readonly query?: Values;
  readonly json?: unknown;
  /** Form fields, sent instead of JSON. A list repeats its field. */
  readonly form?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses besides 2xx that are not errors, such as 404 when a missing resource is removed. */
  readonly expected?: readonly number[];
  /** Accepts a reply with an error status by its content. */
  readonly accepts?: (refused: CarrierRestReply) => boolean;
  /** Whether the request changes nothing more when it is made again, as a hang-up. Absent: GET and DELETE do not. */
  readonly mayRepeat?: boolean;
  /** A dial has a longer timeout. */
  readonly isDial?: boolean;
  /** The disposition that an error means for the dialled number. */
  readonly dispositionOf?: (refused: CarrierRestReply) => CallResponse | null;
}

export interface CarrierRestReply {
  readonly status: number;
  /** The JSON object of the reply. Empty when the reply is not an object. */
  readonly body: Readonly<Record<string, unknown>>;
}

export type CarrierRest = (request: CarrierRequestOptions) => Promise<CarrierRestReply>;

/**
 * Client for a carrier's REST API. A status other than 2xx throws a CarrierFailure, a timeout throws `unavailable`.
 * Repeats only what changes nothing more then, once.
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

/** Requires a text in a reply. Without it, the result of the request is unknown. */
export function required(carrier: string, name: string, value: unknown): string {
  if (textOf(value) !== '') return textOf(value);
  throw new CarrierFailure(`${carrier} answered without ${name}`, { status: 502 });
}

async function sendWithRetry(service: RestService, request: CarrierRequestOptions): Promise<ExchangeReply> {
  const { mayRepeat = isRepeatable(request.method) } = request;
  try {
    const reply = await send(service, request);
    return mayRepeat && GATEWAY_FAULTS.has(reply.status) ? await send(service, request) : reply;
  } catch (cause) {
    if (!(cause instanceof VendorFailure)) throw cause;
    // The network guard blocks this address: the stored URL is wrong and nothing was sent.
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
  const { method, path, query = {}, isDial = false, mayRepeat } = request;
  if (hasDotSegment(path)) throw invalid(`${name}: an id must not lead to another resource`);
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
    timeoutMs: isDial ? TIMEOUTS_MS.carrier_dial : TIMEOUTS_MS.carrier_request,
    ...(mayRepeat !== undefined && { mayRepeat }),
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

/** Any status that is not 4xx or 5xx is reported as 502. The carrier's text becomes the cause, which only the log shows. */
function refusal(
  { name, secrets, clock }: RestService,
  request: CarrierRequestOptions,
  reply: ExchangeReply,
): CarrierFailure {
  const { status, headers, text } = reply;
  const body = objectIn(text);
  const words = refusalMessage(body, secrets);
  return new CarrierFailure(refusalSentence(name, status, body), {
    status: status >= 400 && status < 600 ? status : 502,
    response: request.dispositionOf?.({ status, body: body ?? {} }) ?? null,
    retryAfterMs: retryAfterMs(headers['retry-after'], clock),
    ...(words !== null && { cause: new Error(`${name} wrote: ${words}`) }),
  });
}

/** Wait from `Retry-After`, which holds seconds or a date, in ms. */
function retryAfterMs(text: string | undefined, clock: Clock): number | null {
  if (text === undefined) return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - clock.now().getTime();
  return Number.isFinite(ms) && ms >= 0 ? ms : null;
}

/** Keeps ids that exceed the safe integer range as text. */
function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  const exact = text.replace(/([:[,]\s*)(\d{16,})(?=\s*[,\]}])/g, '$1"$2"');
  const value = parsedJson(exact) ?? parsedJson(text);
  return isRecord(value) ? value : null;
}
