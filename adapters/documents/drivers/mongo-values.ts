/** The field for the JSON text of a value that BSON or a server would not preserve. */
const AS_TEXT = 'json_text';

/** Servers refuse documents deeper than 100 levels and use some of these themselves. */
const DEEPEST = 50;

type StoredFields = Readonly<Record<string, unknown>>;

/**
 * A document as stored: its JSON, field by field. Nearly every value is stored natively. A value that some servers
 * refuse is stored as text: names that start with a dollar sign, contain a dot or are empty, unpaired surrogates, very
 * deep trees.
 */
export function stored(document: object): StoredFields {
  const json = JSON.parse(JSON.stringify(document)) as Record<string, unknown>;
  for (const [name, value] of Object.entries(json)) json[name] = storedValue(value);
  return json;
}

/** One value as stored. Equal values are stored equally. */
export const storedValue = (value: unknown): unknown =>
  isPlain(value, 0) && !isText(value) ? value : { [AS_TEXT]: JSON.stringify(value) };

/** Restores a stored document in place. */
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
