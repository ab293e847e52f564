import { redacted, type CallRedaction } from './redact.ts';
import type { ToolJournalEntry } from './tool-call-record.ts';
import { parsedJson } from '../unverified-json.ts';

/** The journal entry of a tool call without what is left out, in arguments, answer and cause. */
export function redactedToolCall(line: ToolJournalEntry, redaction: CallRedaction): ToolJournalEntry {
  if ('name' in line) return { ...line, arguments: redactedJson(line.arguments, redaction) };
  const inText = (text: string | null): string | null => text && redactedJson(text, redaction);
  return { ...line, answer: inText(line.answer), ...(line.cause !== undefined && { cause: inText(line.cause) }) };
}

/** JSON stays JSON. Other text, and JSON that was cut, is redacted as text. */
function redactedJson(text: string, redaction: CallRedaction): string {
  const value = parsedJson(text);
  return typeof value === 'object' ? JSON.stringify(redactedIn(value, redaction)) : redacted(text, redaction);
}

function redactedIn(value: unknown, redaction: CallRedaction): unknown {
  if (typeof value === 'string') return redacted(value, redaction);
  if (typeof value === 'number')
    return redacted(String(value), redaction) === String(value) ? value : redacted(String(value), redaction);
  if (Array.isArray(value)) return value.map((each: unknown) => redactedIn(each, redaction));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [redacted(key, redaction), redactedIn(each, redaction)]),
  );
}
