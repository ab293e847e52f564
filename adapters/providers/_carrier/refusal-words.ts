const CHARACTERS_MAX = 300;
/** A secret of fewer characters could be a part of any word. */
const SECRET_MIN_CHARACTERS = 4;

type Fields = Readonly<Record<string, unknown>>;

/** Where carriers write what went wrong, in the order in which it says most. */
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

/** A carrier's own words in its JSON error, on one line and without any of the secrets; null when it wrote none. */
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
