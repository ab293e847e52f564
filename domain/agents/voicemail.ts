import { invalid } from '../errors.ts';
import { readFields, readLine, readObject, readText, required } from './json-readers.ts';
import { requireKnownPlaceholders } from './tool-templates.ts';

/** What happens when a machine answers an outbound call. */
export interface AgentVoicemail {
  /** `off`: it is not detected. `hang_up`: the call ends. `leave_message`: the agent says `message` after the greeting. */
  readonly action: (typeof ACTIONS)[number];
  /** Only with `leave_message`. It may have variables. */
  readonly message?: string;
  /** What the agent says to an assistant that screens calls. Absent: the model answers it. */
  readonly screening_answer?: string;
}

/** Longest message that is spoken, in characters: mailboxes record for a minute or more. */
export const FILLED_MESSAGE_MAX = 700;

const ACTIONS = ['off', 'hang_up', 'leave_message'] as const;
const TEXT_MAX = 500;

/** Parses the voicemail section from untyped JSON. Null when absent. `variables`: those that the message may have. */
export function parseVoicemail(input: unknown, variables: readonly string[]): AgentVoicemail | null {
  const given = readObject(input, 'voicemail');
  if (!given) return null;
  const { action, message, screening_answer } = readFields(given, 'voicemail', {
    action: () => parseAction(given['action'], 'voicemail.action'),
    message: () => parseMessage(given['message'], 'voicemail.message', variables),
    screening_answer: () => readLine(given['screening_answer'], 'voicemail.screening_answer', TEXT_MAX),
  });
  if (action === 'leave_message') required(message, 'voicemail.message');
  else if (message !== null) throw invalid('voicemail.message requires voicemail.action leave_message');
  if (screening_answer !== null && action === 'off')
    throw invalid('voicemail.screening_answer requires voicemail.action hang_up or leave_message');
  return { action, ...(message !== null && { message }), ...(screening_answer !== null && { screening_answer }) };
}

function parseAction(value: unknown, path: string): AgentVoicemail['action'] {
  const text = required(readText(value, path), path);
  const action = ACTIONS.find((each) => each === text);
  if (action === undefined) throw invalid(`${path} must be one of ${ACTIONS.join(', ')}`);
  return action;
}

function parseMessage(value: unknown, path: string, variables: readonly string[]): string | null {
  const message = readLine(value, path, TEXT_MAX);
  const known = { known: new Set(variables), allowsSecrets: false, advice: 'use a custom variable' };
  if (message !== null) requireKnownPlaceholders(message, path, known);
  return message;
}
