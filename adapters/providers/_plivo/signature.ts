import type { CarrierDialect } from '../../../application/ports/carrier-dialect.ts';
import { plivoSignature } from '../../lib/plivo-signature.ts';
import { isSameSecret } from '../../lib/secret-comparison.ts';
import { secretsIn } from '../_carrier/values.ts';
import { formOf } from '../_carrier/webhook.ts';

/** During token rotation the header has a signature per token. Calls of a sub-account are also signed by the main account. */
const SIGNATURES = ['x-plivo-signature-v3', 'x-plivo-signature-ma-v3'];
/** Most signatures of a header that are compared. A rotation has two, and a header has room for thousands. */
const SIGNATURES_MAX = 10;

/**
 * Verifies Plivo signatures, version 3, which cover the URL and the form. Without a stored token every request is forged,
 * and so is one with another body.
 */
export const plivoAuthenticity: CarrierDialect['authenticity'] = (request, auth) => {
  const tokens = secretsIn(auth, 'auth_token');
  const { method, url, headers } = request;
  const nonce = headers['x-plivo-signature-v3-nonce'] ?? '';
  if (nonce === '' || !URL.canParse(url)) return 'forged';
  const signatures = SIGNATURES.flatMap((name) => (headers[name] ?? '').split(',', SIGNATURES_MAX)).map((each) =>
    each.trim(),
  );
  const form = formOf(request);
  if (form.length === 0 && request.body.length > 0) return 'forged';
  const signed = { method, url, form, nonce };
  const expected = tokens.map((token) => plivoSignature(token, signed));
  const matches = expected.flatMap((one) => signatures.filter((other) => isSameSecret(one, other)));
  return matches.length > 0 ? 'genuine' : 'forged';
};
