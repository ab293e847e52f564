import type { OpenCall } from '../../application/gateway/forward-model-call.ts';
import type { Headers } from '../../application/ports/upstreams.ts';
import { namedModel, type Slot } from '../../domain/gateway/upstream.ts';
import type { ModelForm } from './model-form.ts';
import { GatewayRefusal } from './openai-errors.ts';
import { isRecord, parsedJson } from '../../domain/unverified-json.ts';

/** A request with its body, as received. */
export interface ReceivedRequest {
  /** The path below `/v1`, with the query. */
  readonly target: string;
  readonly headers: Headers;
  readonly body: Buffer;
}

export type JsonFields = Readonly<Record<string, unknown>>;

/** The fields of a JSON body. Refuses any other body. */
export function fieldsIn({ body }: ReceivedRequest): JsonFields {
  const value = parsedJson(body.toString('utf8'));
  if (isRecord(value)) return value;
  throw new GatewayRefusal(400, 'invalid_json', 'The body must be a JSON object');
}

/** The model in a JSON body. Null when it leaves the choice open. */
export const modelIn = ({ model }: JsonFields): string | null => namedModel(typeof model === 'string' ? model : null);

/** A call with a JSON body, forwarded unchanged unless it leaves the model open. */
export function jsonCall(slot: Slot, received: ReceivedRequest, fields: JsonFields): OpenCall {
  const model = modelIn(fields);
  return {
    slot,
    model,
    to(upstream) {
      const body =
        model === null && upstream.model !== null
          ? Buffer.from(JSON.stringify({ ...fields, model: upstream.model }))
          : received.body;
      return { method: 'POST', ...received, body };
    },
  };
}

export function formCall(slot: Slot, received: ReceivedRequest, form: ModelForm): OpenCall {
  const model = namedModel(form.text('model'));
  return {
    slot,
    model,
    async to(upstream) {
      if (model !== null || upstream.model === null) return { method: 'POST', ...received };
      const { contentType, body } = await form.withModel(upstream.model);
      return { method: 'POST', ...received, headers: { ...received.headers, 'content-type': contentType }, body };
    },
  };
}

/** A socket handshake, whose query contains the model. */
export function socketCall(slot: Slot, url: URL, headers: Headers): OpenCall {
  const model = namedModel(url.searchParams.get('model'));
  return {
    slot,
    model,
    to(upstream) {
      const query = new URLSearchParams(url.searchParams);
      if (model === null && upstream.model !== null) query.set('model', upstream.model);
      const search = query.size > 0 ? `?${query.toString()}` : '';
      return { method: 'GET', target: `${url.pathname.replace(/^\/v1/, '')}${search}`, headers, body: null };
    },
  };
}
