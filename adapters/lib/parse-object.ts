/** An object with unverified fields. */
export type UnverifiedFields = Readonly<Record<string, unknown>>;

/** The object, or an empty one for any other value. */
export const objectOf = (value: unknown): UnverifiedFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as UnverifiedFields) : {};

/** The text, or a number as text. Empty for any other value. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Parses a JSON object whose fields are unverified. Anything else becomes an empty object. */
export function parseObject<T extends object>(text: string): Partial<T> {
  try {
    return objectOf(JSON.parse(text)) as Partial<T>;
  } catch {
    return {};
  }
}
