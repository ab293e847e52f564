/** Trailing characters shown of a secret: enough for its owner to identify it, useless to others. */
const SHOWN_CHARACTERS = 4;
const HIDDEN = '*'.repeat(SHOWN_CHARACTERS);

/** Masks the values of all fields, lists per element. */
export const masked = (credentials: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(credentials).map(([name, value]) => [name, maskedValue(value)]));

/** Masks a text but for its length and last four characters. Short texts and other values show nothing. */
function maskedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskedValue);
  if (typeof value !== 'string') return HIDDEN;
  const characters = [...value];
  if (characters.length <= SHOWN_CHARACTERS) return HIDDEN;
  return '*'.repeat(characters.length - SHOWN_CHARACTERS) + characters.slice(-SHOWN_CHARACTERS).join('');
}
