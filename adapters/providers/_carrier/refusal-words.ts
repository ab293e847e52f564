const CHARACTERS_MAX = 300;
/** Shorter secrets are not masked, because they could be part of any word. In characters. */
const SECRET_MIN_CHARACTERS = 4;

type Fields = Readonly<Record<string, unknown>>;

/** Fields in which carriers describe an error, the most informative first. */
const PLACES: readonly ((body: Fields) => unknown)[] = [
  (body) => body['message'],
  (body) => body['error'],
  (body) => object(body['error'])['message'],
  (body) => first(body['errors'])['detail'],
  (body) => first(body['errors'])['title'],
  (body) => object(body['RestException'])['Message'],
  (body) => body['detail'],
  (body) => body['title'],
  (body) => body['error-code-label'],
  (body) => body['error_title'],
];

/** The carrier's error text from its JSON, on one line with secrets masked. Null when there is none. */
export function refusalWords(body: Fields | null, secrets: readonly string[]): string | null {
  if (!body) return null;
  const words = PLACES.map((place) => place(body)).find((each) => typeof each === 'string' && each.trim() !== '');
  if (typeof words !== 'string') return null;
  const hidden = secrets
    .filter((secret) => secret.length >= SECRET_MIN_CHARACTERS)
    .reduce((text, secret) => text.replaceAll(secret, '****'), words);
  return hidden.replace(/\s+/g, ' ').trim().slice(0, CHARACTERS_MAX);
}

const object = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const first = (value: unknown): Fields => (Array.isArray(value) ? object(value[0]) : {});
