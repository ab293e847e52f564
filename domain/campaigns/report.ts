import type { CallLog } from '../calls/call-log.ts';
import { csvLine } from '../csv-line.ts';

/** Spec: report. */
const REPORT_COLUMNS = ['call_id', 'to_number', 'status', 'call_response', 'duration', 'created_at'] as const;
export const REPORT_ROWS_MAX = 500;

/** The header line. */
export const reportHeader = (): string => csvLine(REPORT_COLUMNS);

/** The line of one call. */
export const reportLine = (call: CallLog): string => csvLine(REPORT_COLUMNS.map((column) => call[column]));
