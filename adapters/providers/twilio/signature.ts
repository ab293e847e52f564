import { createHash, createHmac } from 'node:crypto';
import type { CarrierDialect, CarrierRequest } from '../../../application/ports/carrier-dialect.ts';
import { isSameSecret } from '../../lib/secret-comparison.ts';
import { secretsIn } from '../_carrier/values.ts';
import { formOf } from '../_carrier/webhook.ts';

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'wss:': '443', 'http:': '80', 'ws:': '80' };

/**
 * Verifies Twilio's signatures, which cover the URL and the form, or a URL with a digest of the body. Without a stored
 * token every request is forged.
 */
export const twilioAuthenticity: CarrierDialect['authenticity'] = (request, auth) => {
  const tokens = secretsIn(auth, 'auth_token');
  const signature = request.headers['x-twilio-signature'] ?? '';
  if (signature === '' || !URL.canParse(request.url)) return 'forged';
  const form = formOf(request);
  if (form.length === 0 && !isDigested(request)) return 'forged';
  const signed = asDialled(request.url).map((url) => url + fieldsOf(form));
  const expected = tokens.flatMap((token) => signed.map((text) => sign(token, text)));
  return expected.filter((each) => isSameSecret(each, signature)).length > 0 ? 'genuine' : 'forged';
};

const sign = (token: string, text: string): string => createHmac('sha1', token).update(text).digest('base64');

/** Whether the body is empty, or the URL holds its digest. */
function isDigested({ url, body }: CarrierRequest): boolean {
  if (body.length === 0) return true;
  const digest = new URL(url).searchParams.get('bodySHA256') ?? '';
  return isSameSecret(digest.toLowerCase(), createHash('sha256').update(body).digest('hex'));
}

/** Fields by name, with duplicate values removed. */
function fieldsOf(form: readonly (readonly [name: string, value: string])[]): string {
  const fields = new Map<string, Set<string>>();
  for (const [name, value] of form) fields.set(name, (fields.get(name) ?? new Set()).add(value));
  return [...fields.keys()]
    .toSorted()
    .flatMap((name) => [...(fields.get(name) ?? [])].toSorted().map((value) => name + value))
    .join('');
}

/** The URL with and without its port. Twilio signs either. */
function asDialled(url: string): string[] {
  const [, scheme = '', authority = '', rest = ''] = /^([\w+.-]+:)\/\/([^/?#]*)(.*)$/s.exec(url) ?? [];
  const [, host = authority, port = DEFAULT_PORTS[scheme.toLowerCase()]] = /^(.*):(\d+)$/.exec(authority) ?? [];
  return [`${scheme}//${host}${rest}`, `${scheme}//${host}:${port}${rest}`];
}
