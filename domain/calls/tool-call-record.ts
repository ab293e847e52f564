import { cut } from '../bounded-text.ts';
import type { ToolOutcome } from '../voice/tool-state.ts';

/** Arguments and answers longer than this are cut in the record, in characters. */
export const TOOL_TEXT_MAX = 1_000;
/** Tool calls kept with a call. Later ones run, but are not listed. */
export const TOOL_RECORDS_MAX = 100;

/** How a tool call ended. `running`: its call is live and it has not ended, or its runtime never reported the end. */
export type ToolCallOutcome = ToolOutcome | 'running';

/** A tool call as the call log lists it. */
export interface ToolCallRecord {
  /** Number of the run, unique in its call. */
  readonly run: number;
  readonly name: string;
  /** The arguments as JSON, cut at `TOOL_TEXT_MAX`. */
  readonly arguments: string;
  readonly side_effects: boolean;
  readonly started_at: string;
  /** Null while it runs, and when the process died before an answer arrived. */
  readonly ended_at: string | null;
  readonly outcome: ToolCallOutcome;
  /** What the model read, cut at `TOOL_TEXT_MAX`. Null without an answer. */
  readonly answer: string | null;
  /** Sent with the request, and known before it. Null without side effects; absent in records of earlier versions. */
  readonly idempotency_key?: string | null;
  /** HTTP status of the response. Null without one; absent in records of earlier versions. */
  readonly status?: number | null;
  /** Why the tool cannot work, for the operators of the agent. Null otherwise. */
  readonly cause?: string | null;
}

/** An entry of the journal: the start is written before the request is sent, the end after its answer. */
export type ToolJournalEntry =
  | Pick<ToolCallRecord, 'run' | 'name' | 'arguments' | 'side_effects' | 'started_at' | 'idempotency_key'>
  | (Pick<ToolCallRecord, 'run' | 'outcome' | 'answer' | 'status' | 'cause'> & { readonly ended_at: string });

/** The entry with its texts cut at `TOOL_TEXT_MAX`. */
export function cutEntry(line: ToolJournalEntry): ToolJournalEntry {
  if ('name' in line) return { ...line, arguments: cut(line.arguments, TOOL_TEXT_MAX) };
  const short = (text: string | null): string | null => text && cut(text, TOOL_TEXT_MAX);
  return { ...line, answer: short(line.answer), ...(line.cause !== undefined && { cause: short(line.cause) }) };
}

/**
 * The tool calls of a journal, in the order of their starts. A call with side effects that has no end was sent, and its result is
 * unknown; another one counts as cancelled.
 */
export function toolCallsIn(lines: readonly ToolJournalEntry[]): ToolCallRecord[] {
  const records = new Map<number, ToolCallRecord>();
  for (const line of lines) {
    const known = records.get(line.run);
    if (!('name' in line)) {
      if (known) records.set(line.run, { ...known, ...line });
    } else if (!known && records.size < TOOL_RECORDS_MAX) {
      const outcome = line.side_effects ? 'unknown' : 'cancelled';
      records.set(line.run, { ...line, ended_at: null, outcome, answer: null });
    }
  }
  return [...records.values()];
}

/**
 * The tool calls after a report, in the order of their runs. A report of a live call has only what is new, and may arrive
 * after a later one: the end of a call stays, and nothing known turns into `running`.
 */
export function mergedToolCalls(
  known: readonly ToolCallRecord[],
  reported: readonly ToolCallRecord[],
): readonly ToolCallRecord[] {
  const byRun = new Map(known.map((record) => [record.run, record]));
  for (const record of reported) {
    const before = byRun.get(record.run);
    const isNews = before ? before.ended_at === null && record.outcome !== 'running' : byRun.size < TOOL_RECORDS_MAX;
    if (isNews) byRun.set(record.run, record);
  }
  return [...byRun.values()].toSorted((one, other) => one.run - other.run);
}
