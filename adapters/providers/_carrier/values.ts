/** A field of a carrier's JSON as text: numbers are written out, and whatever is no text is empty. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Whether a text says the one and behind it the other, however long it is. */
export function saysInTurn(text: string, one: RegExp, other: RegExp): boolean {
  const at = text.search(one);
  return at >= 0 && other.test(text.slice(at));
}
