import { createHash } from 'node:crypto';
import { required, type CarrierRest } from '../_carrier/rest.ts';

/** Maximum number of keys remembered. */
const KEYS_MAX = 10_000;

/** Account by digest of the key. It does not change while the key exists. */
const accounts = new Map<string, string>();

/**
 * The account id in TeXML's REST paths, which is the organisation of the key. Requested once per key and process.
 * Throws as any request. https://developers.telnyx.com/api-reference/texml-rest-commands
 */
export async function accountOf(rest: CarrierRest, { url, apiKey }: Readonly<Record<'url' | 'apiKey', string>>) {
  const digest = createHash('sha256').update(`${url} ${apiKey}`).digest('base64url');
  const known = accounts.get(digest);
  if (known !== undefined) return known;
  const { body } = await rest({ method: 'GET', path: 'whoami' });
  const { organization_id: id } = (body['data'] ?? {}) as { readonly organization_id?: unknown };
  const account = required('Telnyx', 'organization_id', id);
  if (accounts.size >= KEYS_MAX) accounts.clear();
  accounts.set(digest, account);
  return account;
}
