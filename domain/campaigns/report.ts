import type { CallLog } from '../calls/call-log.ts';

/** Spec: report. */
const REPORT_COLUMNS = ['call_id', 'to_number', 'status', 'call_response', 'duration', 'created_at'] as const;
export const REPORT_ROWS_MAX = 500;

/** A phone number. It begins with a plus and is not a formula. */
const NUMBER = /^\+\d{6,15}$/;
/** Characters that start a formula in a spreadsheet. */
const FORMULA = /^[=+\-@\t\r\n\0]/;

/** The header line. RFC 4180. */
export const reportHeader = (): string => line(REPORT_COLUMNS);

/** The line of one call. */
export const reportLine = (call: CallLog): string => line(REPORT_COLUMNS.map((column) => text(call[column])));

const text = (value: string | number | null): string => (value === null ? '' : String(value));

const line = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

/** Encodes a cell: quoted where the format requires it, and escaped where a spreadsheet would run it as a formula. */
function cell(value: string): string {
  const harmless = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
