import { createHmac } from 'node:crypto';

/** The signed parts of a request. */
export interface SignedRequest {
  readonly method: string;
  /** The complete public URL with its query. */
  readonly url: string;
  /** The form fields. */
  readonly form: readonly (readonly [name: string, value: string])[];
  readonly nonce: string;
}

type Pairs = readonly (readonly [name: string, value: string])[];

/** Plivo's signature, version 3, of a request: over its URL with the query sorted, the sorted form, and the nonce. */
export function plivoSignature(token: string, { method, url, form, nonce }: SignedRequest): string {
  const { protocol, host, pathname, searchParams } = new URL(url);
  const query = sorted([...searchParams, ...(method === 'GET' ? form : [])], '=').join('&');
  const fields = method === 'GET' ? '' : sorted(form, '').join('');
  const queryPart = query !== '' || fields !== '' ? `?${query}` : '';
  const dot = query !== '' && fields !== '' ? '.' : '';
  const signed = `${protocol}//${host}${pathname}${queryPart}${dot}${fields}.${nonce}`;
  return createHmac('sha256', token).update(signed).digest('base64');
}

/** Sorted by name, then by value. */
const sorted = (pairs: Pairs, between: string): string[] =>
  pairs
    .toSorted(([oneName, one], [otherName, other]) => order(oneName, otherName) || order(one, other))
    .map(([name, value]) => `${name}${between}${value}`);

const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
