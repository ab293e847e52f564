import type { CallLog } from '../calls/call-log.ts';

/** Spec: report. */
const REPORT_COLUMNS = ['call_id', 'to_number', 'status', 'call_response', 'duration', 'created_at'] as const;
export const REPORT_ROWS_MAX = 500;

/** A telephone number, which begins with a plus and is no formula. */
const NUMBER = /^\+\d{6,15}$/;
/** What a spreadsheet would run. */
const FORMULA = /^[=+\-@\t\r\n\0]/;

/** The header line. RFC 4180. */
export const reportHeader = (): string => line(REPORT_COLUMNS);

/** The line of one call. */
export const reportLine = (call: CallLog): string => line(REPORT_COLUMNS.map((column) => text(call[column])));

const text = (value: string | number | null): string => (value === null ? '' : String(value));

const line = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

/** A cell that a spreadsheet shows as it is: quoted where the format needs it, harmless where it would be run. */
function cell(value: string): string {
  const harmless = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
