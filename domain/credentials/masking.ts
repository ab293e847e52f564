/** How much of a secret tells the keys of an owner apart without being of use to anybody else. */
const SHOWN = 4;
const HIDDEN = '*'.repeat(SHOWN);

/** The same fields with their values made unusable, lists element by element. */
export const masked = (credentials: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(credentials).map(([name, value]) => [name, maskedValue(value)]));

/** A text keeps its length and its last four characters; whatever is too short, or no text, shows nothing. */
function maskedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskedValue);
  if (typeof value !== 'string') return HIDDEN;
  const characters = [...value];
  if (characters.length <= SHOWN) return HIDDEN;
  return '*'.repeat(characters.length - SHOWN) + characters.slice(-SHOWN).join('');
}
