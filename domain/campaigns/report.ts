import type { CallLog } from '../calls/call-log.ts';
import { csvLine } from '../csv-line.ts';
import type { RefusalReason } from './refusal.ts';

/** Spec: report. */
const REPORT_COLUMNS = ['call_id', 'to_number', 'status', 'call_response', 'duration', 'created_at'] as const;
export const REPORT_ROWS_MAX = 500;

/** The header line. */
export const reportHeader = (): string => csvLine(REPORT_COLUMNS);

/** The line of one call. */
export const reportLine = (call: CallLog): string => csvLine(REPORT_COLUMNS.map((column) => call[column]));

/** The line of a contact that was refused: it has no call, and the reason stands in the place of the outcome. */
export const refusedLine = ({ phone_number, reason, refused_at }: RefusalRow): string =>
  csvLine([null, phone_number, 'refused', reason, null, refused_at]);

interface RefusalRow {
  readonly phone_number: string;
  readonly reason: RefusalReason;
  readonly refused_at: string;
}
