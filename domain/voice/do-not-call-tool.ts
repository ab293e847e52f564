import type { ToolAnswer } from '../agents/tool-answer.ts';
import { keypadEntry, type Tool } from './conversation-context.ts';

/** The tool with which the LLM has the caller's number suppressed. */
export const DO_NOT_CALL = 'do_not_call';

/** The tool of an agent whose callers can ask not to be called again. */
export const DO_NOT_CALL_TOOL: Tool = {
  name: DO_NOT_CALL,
  description:
    'Puts the number of the person on the telephone on the list of numbers that are never called. Call this once the ' +
    'person clearly asks not to be called again, and then confirm it. Not for a person who has no time now.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
};

/**
 * The outcome of a request: `listed`, `kept` until the end of the call because the API did not take it, or impossible
 * without a number, or because the list is full.
 */
export type DoNotCallResult = 'listed' | 'kept' | 'no_number' | 'full';

const ANSWERS: Readonly<Record<DoNotCallResult, string>> = {
  listed: 'The number is on the list: it is not called again.',
  kept: 'The request is recorded. The number is put on the list after this call.',
  no_number: 'Not possible: this call has no telephone number. Ask for the number, and tell the person to contact us.',
  full: 'Not possible: the list is full. Tell the person to contact us.',
};

/** What the model reads. */
export const doNotCallAnswer = (result: DoNotCallResult): ToolAnswer => ({
  ...{ ok: result === 'listed' || result === 'kept', status: null, variables: {} },
  content: ANSWERS[result],
});

/** The key as the model and the transcript have it. */
export const doNotCallEntry = (key: string): string => `${keypadEntry(key)} (do not call again: recorded)`;
