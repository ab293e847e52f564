/** A field of a carrier's JSON as text: numbers are written out, and whatever is no text is empty. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
