import { objectOf, type UnverifiedFields as Fields } from '../../../domain/unverified-json.ts';

const WORDS_MAX = 300;
/** Shorter secrets are not masked, because they could be part of any word. In characters. */
const SECRET_MIN_CHARACTERS = 4;

/** Fields in which carriers put an error code, such as Twilio's 21211. */
const CODES: readonly ((body: Fields) => unknown)[] = [
  (body) => body['code'],
  (body) => first(body['errors'])['code'],
  (body) => objectOf(body['RestException'])['Code'],
  (body) => body['error-code'],
];

/** Reason that users read, by HTTP status. */
const REASONS: Readonly<Record<number, string>> = {
  402: 'the account has no funds left',
  403: 'the account may not do this',
  404: 'it does not know what was asked for',
  409: 'it is in use',
  429: 'there are too many requests at the moment',
};

/**
 * Describes a carrier's refusal to users, with the carrier's error code. Leaves out the carrier's own text, which may
 * repeat a secret.
 */
export function refusalSentence(name: string, status: number, body: Fields | null): string {
  const number = body && CODES.map((place) => place(body)).find(isNumber);
  const code = number ? ` (code ${number})` : '';
  if (status === 401) return `${name} refuses the stored credentials${code}`;
  if (status >= 500) return `${name} answered ${status}${code}: it has a fault of its own`;
  if (status < 400) return `${name} answered ${status}${code}`;
  return `${name} refused the request with ${status}${code}${status in REASONS ? `: ${REASONS[status]}` : ''}`;
}

/** Fields in which carriers describe an error, the most informative first. */
const WORDS: readonly ((body: Fields) => unknown)[] = [
  (body) => body['message'],
  (body) => body['error'],
  (body) => objectOf(body['error'])['message'],
  (body) => first(body['errors'])['detail'],
  (body) => first(body['errors'])['title'],
  (body) => objectOf(body['RestException'])['Message'],
  (body) => body['detail'],
  (body) => body['title'],
  (body) => body['error-code-label'],
  (body) => body['error_title'],
];

/** The carrier's error text from its JSON, on one line with secrets masked. Null when there is none. */
export function refusalMessage(body: Fields | null, secrets: readonly string[]): string | null {
  if (!body) return null;
  const words = WORDS.map((place) => place(body)).find((each) => typeof each === 'string' && each.trim() !== '');
  if (typeof words !== 'string') return null;
  const hidden = secrets
    .filter((secret) => secret.length >= SECRET_MIN_CHARACTERS)
    .reduce((text, secret) => text.replaceAll(secret, '****'), words);
  return hidden.replace(/\s+/g, ' ').trim().slice(0, WORDS_MAX);
}

const isNumber = (code: unknown): code is string | number =>
  (typeof code === 'number' || typeof code === 'string') && /^\d{3,6}$/.test(String(code));

const first = (value: unknown): Fields => (Array.isArray(value) ? objectOf(value[0]) : {});
