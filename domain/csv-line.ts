/** A phone number. It begins with a plus and is not a formula. */
const NUMBER = /^\+\d{6,15}$/;
/** Characters that start a formula in a spreadsheet, the wide ones in some languages. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n\0]/;
/**
 * Where a cell begins with a formula for a spreadsheet that separates cells by semicolons or tabs, as in many languages: quotes
 * do not count within such a cell, so that a line break begins a row.
 */
const LATER_FORMULA = /[;\t\r\n] *(?=[=+\-@＝＋－＠])/g;

/** A line of a CSV file with these cells. RFC 4180. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map((cell) => (typeof cell === 'string' ? escaped(cell) : String(cell ?? ''))).join(',')}\r\n`;

/** Encodes a text: quoted where the format requires it, and escaped where a spreadsheet would run it as a formula. */
function escaped(text: string): string {
  const first = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  const harmless = first.replaceAll(LATER_FORMULA, "$&'");
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
