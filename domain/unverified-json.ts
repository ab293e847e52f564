/** An object with unverified fields. */
export type UnverifiedFields = Readonly<Record<string, unknown>>;

/** Whether a value is an object with fields: neither null nor a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object, or an empty one for any other value. */
export const objectOf = (value: unknown): UnverifiedFields => (isRecord(value) ? value : {});

/** The text, or a number as text. Empty for any other value. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** The value of a JSON text. Undefined for any other text: the parser's error would quote it. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
