/** Under this name stands the JSON text of a value that BSON, or a server, would not keep as it is. */
const AS_TEXT = 'json_text';

/** Servers refuse documents of more than a hundred levels, and some part of these is the server's own. */
const DEEPEST = 50;

type StoredFields = Readonly<Record<string, unknown>>;

/**
 * A document as it is kept: the JSON it is, field by field. Nearly every value is kept natively; one that holds what
 * not every server takes - names that begin with a dollar sign, hold a dot or are empty, half a surrogate pair, very
 * deep trees - is kept as text.
 */
export function stored(document: object): StoredFields {
  const json = JSON.parse(JSON.stringify(document)) as Record<string, unknown>;
  for (const [name, value] of Object.entries(json)) json[name] = storedValue(value);
  return json;
}

/** One value of a JSON document as it is kept. Equal values are kept equally. */
export const storedValue = (value: unknown): unknown =>
  isPlain(value, 0) && !isText(value) ? value : { [AS_TEXT]: JSON.stringify(value) };

/** The document that was kept. Takes the kept one over. */
export function restored<T>(document: object): T {
  const fields = document as Record<string, unknown>;
  for (const name in fields) {
    const value = fields[name];
    if (isText(value)) fields[name] = JSON.parse(value[AS_TEXT]);
  }
  return document as T;
}

const isText = (value: unknown): value is { readonly [AS_TEXT]: string } =>
  typeof value === 'object' && value !== null && AS_TEXT in value;

function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isWhole(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= DEEPEST) return false;
  if (Array.isArray(value)) return value.every((each) => isPlain(each, depth + 1));
  return Object.entries(value).every(([name, each]) => isPlainName(name) && isPlain(each, depth + 1));
}

const isWhole = (text: string): boolean => !/\p{Surrogate}/u.test(text);

const isPlainName = (name: string): boolean => /^[^$.\0][^.\0]*$/.test(name) && name !== '__proto__' && isWhole(name);
