import type { CarrierRequest } from '../../../application/ports/carrier-dialect.ts';
import { parseObject } from '../../lib/parse-object.ts';

/** Parameters of a webhook: the query, overridden by scalar fields of the form or JSON body. */
export function parametersOf(request: CarrierRequest): ReadonlyMap<string, string> {
  const query = URL.canParse(request.url) ? [...new URL(request.url).searchParams] : [];
  return new Map([...query, ...bodyParametersOf(request)]);
}

/** Parameters of the body: scalar fields of the form or JSON. */
export const bodyParametersOf = (request: CarrierRequest): ReadonlyMap<string, string> =>
  new Map([...formOf(request), ...jsonOf(request)]);

/** Form fields in order of arrival, including repeated ones. Empty for other content types. */
export function formOf(request: CarrierRequest): [name: string, value: string][] {
  if (!typeOf(request).startsWith('application/x-www-form-urlencoded')) return [];
  return [...new URLSearchParams(bodyText(request))];
}

/** The body as text. */
export const bodyText = ({ body }: CarrierRequest): string => Buffer.from(body).toString('utf8');

function jsonOf(request: CarrierRequest): [string, string][] {
  if (!/^application\/([\w.-]+\+)?json/.test(typeOf(request))) return [];
  return Object.entries(parseObject<Record<string, unknown>>(bodyText(request))).flatMap(([name, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value) ? [[name, String(value)] as [string, string]] : [],
  );
}

const typeOf = ({ headers }: CarrierRequest): string => (headers['content-type'] ?? '').toLowerCase();
