import { textOf } from '../agents/variables.ts';
import { cut } from '../bounded-text.ts';
import type { CallAnalysis } from './call-analysis.ts';
import type { CallLog } from './call-log.ts';

/** Longest part of a transcript that a later call gets, in UTF-16 units: its end. */
const TRANSCRIPT_MAX = 4_000;
const VALUE_MAX = 2_000;

/** The variables with which a later call knows an earlier one. `lines` are those of its transcript, or the last of them. */
export function earlierVariables(
  call: Pick<CallLog, 'created_at'>,
  analysis: Pick<CallAnalysis, 'result'> | null,
  lines: string,
): Readonly<Record<string, string>> {
  const { summary, fields = {} } = analysis?.result ?? {};
  const values = Object.entries(fields).map(([name, value]) => [`earlier_${name}`, cut(textOf(value), VALUE_MAX)]);
  return {
    ...(Object.fromEntries(values) as Record<string, string>),
    earlier_call_at: call.created_at,
    ...(summary !== undefined && { earlier_summary: summary }),
    ...(lines.trim() !== '' && { earlier_transcript: endOf(lines.trim()) }),
  };
}

/** The last whole lines that fit. Of a single line that does not, its end. */
function endOf(lines: string): string {
  if (lines.length <= TRANSCRIPT_MAX) return lines;
  const end = lines.slice(-TRANSCRIPT_MAX);
  // Without half a character at the start.
  return end.slice(end.indexOf('\n') + 1).replace(/^[\udc00-\udfff]/, '');
}
