import { withoutNumber } from '../erasures/number-mentions.ts';
import { ERASED_NUMBER, readPhone } from './contacts.ts';

/**
 * A row of a contact list without this number. Its own row keeps its place, so that contacts that are still to be queued
 * keep theirs, and is empty otherwise.
 */
export function erasedRow(cells: readonly string[], phoneColumn: number, phoneNumber: string): readonly string[] {
  const isOwn = readPhone(cells[phoneColumn]) === phoneNumber;
  return cells.map((cell, column) => {
    if (!isOwn) return withoutNumber(cell, phoneNumber);
    return column === phoneColumn ? ERASED_NUMBER : '';
  });
}

/** The line of a row. RFC 4180. */
export const rowLine = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
