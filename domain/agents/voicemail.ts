import { invalid } from '../errors.ts';
import { isPlainText } from '../plain-text.ts';
import { readFields, readObject, readText, required } from './json-readers.ts';

/** What happens when a machine answers an outbound call. */
export interface AgentVoicemail {
  /** `off`: it is not detected. `hang_up`: the call ends. */
  readonly action: (typeof ACTIONS)[number];
  /** What the agent says to an assistant that screens calls. Absent: the model answers it. */
  readonly screening_answer?: string;
}

const ACTIONS = ['off', 'hang_up'] as const;
const ANSWER_MAX = 500;

/** Parses the voicemail section from untyped JSON. Null when absent. */
export function parseVoicemail(input: unknown): AgentVoicemail | null {
  const given = readObject(input, 'voicemail');
  if (!given) return null;
  const { action, screening_answer } = readFields(given, 'voicemail', {
    action: () => parseAction(given['action'], 'voicemail.action'),
    screening_answer: () => parseAnswer(given['screening_answer'], 'voicemail.screening_answer'),
  });
  if (screening_answer !== null && action === 'off')
    throw invalid('voicemail.screening_answer requires voicemail.action hang_up');
  return { action, ...(screening_answer !== null && { screening_answer }) };
}

function parseAction(value: unknown, path: string): AgentVoicemail['action'] {
  const text = required(readText(value, path), path);
  const action = ACTIONS.find((each) => each === text);
  if (action === undefined) throw invalid(`${path} must be one of ${ACTIONS.join(', ')}`);
  return action;
}

function parseAnswer(value: unknown, path: string): string | null {
  const text = readText(value, path) ?? '';
  if (text.length > ANSWER_MAX) throw invalid(`${path} must have at most ${ANSWER_MAX} characters`);
  if (!isPlainText(text)) throw invalid(`${path} must be one line without control characters`);
  return text.trim() || null;
}
