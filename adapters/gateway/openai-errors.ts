import { NoUpstream, UpstreamFailure } from '../../application/ports/upstreams.ts';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';

/** A refused request, with a reason the client may read. */
export class GatewayRefusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly param: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    more: Partial<Pick<GatewayRefusal, 'param' | 'headers'>> = {},
  ) {
    super(message);
    this.name = 'GatewayRefusal';
    this.status = status;
    this.code = code;
    this.param = more.param ?? null;
    this.headers = more.headers ?? {};
  }
}

/** Refuses a request for an invalid field. */
export const wrongField = (param: string, message: string): GatewayRefusal =>
  new GatewayRefusal(400, 'invalid_value', message, { param });

/** A complete reply with a JSON body. */
export interface ErrorReply {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The reply to a failed request, in OpenAI's error format. Null for an internal error. */
export function errorReply(failure: unknown): ErrorReply | null {
  const refusal = refusalOf(failure);
  return refusal && replyTo(refusal);
}

/** The error body, also used as the last event of a stream. */
export const errorBody = ({ status, code, message, param }: GatewayRefusal): string =>
  JSON.stringify({ error: { message, type: status < 500 ? 'invalid_request_error' : 'server_error', param, code } });

function refusalOf(failure: unknown): GatewayRefusal | null {
  if (failure instanceof GatewayRefusal) return failure;
  if (failure instanceof NoUpstream) return noUpstream(failure);
  if (failure instanceof UpstreamFailure)
    return failure.fault === 'silent'
      ? new GatewayRefusal(504, 'upstream_timeout', failure.message)
      : new GatewayRefusal(502, `upstream_${failure.fault}`, failure.message);
  if (!(failure instanceof VendorFailure)) return null;
  return failure.retryable
    ? new GatewayRefusal(503, 'local_speech_busy', failure.message, { headers: { 'retry-after': '1' } })
    : new GatewayRefusal(400, 'invalid_value', failure.message);
}

/** A server that is down may be back in a moment. A slot without servers stays empty for longer. */
function noUpstream({ message, retryAfterMs }: NoUpstream): GatewayRefusal {
  const seconds = retryAfterMs === null ? 60 : Math.max(1, Math.ceil(retryAfterMs / 1000));
  return new GatewayRefusal(503, retryAfterMs === null ? 'upstream_not_configured' : 'upstream_down', message, {
    headers: { 'retry-after': String(seconds) },
  });
}

function replyTo(refusal: GatewayRefusal): ErrorReply {
  const { status, code, headers } = refusal;
  return { status, code, headers: { 'content-type': 'application/json', ...headers }, body: errorBody(refusal) };
}

/** The reply to an internal error, without details. */
export const INTERNAL = replyTo(new GatewayRefusal(500, 'internal_error', 'Internal server error'));
