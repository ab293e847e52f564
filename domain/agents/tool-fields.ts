import { invalid } from '../errors.ts';
import { isPlainText } from '../plain-text.ts';
import { readInteger, readText, required } from './json-readers.ts';

// Fields that all tools have.

/** Names of the platform's own tools. */
const RESERVED: readonly string[] = [
  ...['end_conversation', 'search_knowledge_base', 'switch_language', 'transfer_call', 'send_dtmf', 'collect_digits'],
  'set_recording_consent',
  'do_not_call',
  'schedule_callback',
  'hand_over',
  ...['change_stage', 'set_fields', 'confirm_fields'],
];

const NAME = /^[a-z][a-z0-9_]{0,63}$/;
/** Longest description of a tool, in UTF-16 units. */
export const DESCRIPTION_MAX = 1_024;
const SAY_MAX = 200;
const TIMEOUT = { minimum: 1, default: 8, maximum: 30 } as const;

/** Whether the platform has a tool of this name. */
export const isReserved = (name: string): boolean => RESERVED.includes(name);

/** Parses the name by which the model calls a tool. */
export function parseToolName(value: unknown, path: string): string {
  const name = required(readText(value, path), path);
  if (!NAME.test(name))
    throw invalid(`${path} must be 1 to 64 lower-case letters, digits and underscores, and start with a letter`);
  if (isReserved(name)) throw invalid(`${path} must not be ${name}: the platform has a tool of that name`);
  return name;
}

/** Parses what tells the model what a tool does. */
export function parseDescription(value: unknown, path: string): string {
  const description = required(readText(value, path), path);
  if (description.trim() === '') throw invalid(`${path} is required`);
  if (description.length > DESCRIPTION_MAX) throw invalid(`${path} must have at most ${DESCRIPTION_MAX} characters`);
  return description.trim();
}

/** Parses what the agent says while a tool runs. Null: nothing. */
export function parseSay(value: unknown, path: string): string | null {
  const text = readText(value, path) ?? '';
  if (text.length > SAY_MAX) throw invalid(`${path} must have at most ${SAY_MAX} characters`);
  if (!isPlainText(text)) throw invalid(`${path} must be one line without control characters`);
  return text.trim() || null;
}

/** Parses the timeout of a tool call, in seconds. */
export const parseTimeout = (value: unknown, path: string): number =>
  readInteger(value, path, TIMEOUT) ?? TIMEOUT.default;
