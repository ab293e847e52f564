import { plainAnswer, type ToolAnswer } from '../agents/tool-answer.ts';
import type { Tool } from './conversation-context.ts';
import type { ConsentState } from './recording-consent-state.ts';

/** The tool with which the LLM reports what the caller said about the recording. */
export const SET_RECORDING_CONSENT = 'set_recording_consent';

/** The tool of an agent that asks for consent. */
export const CONSENT_TOOL: Tool = {
  name: SET_RECORDING_CONSENT,
  description:
    'The caller was asked whether this call may be recorded. Call this once the caller clearly agrees, refuses, or asks to ' +
    'stop the recording. Never call it with true for an unclear answer or an answer to another question.',
  parameters: {
    type: 'object',
    properties: { given: { type: 'boolean' } },
    required: ['given'],
    additionalProperties: false,
  },
};

/** What the model reads: whether the call is recorded now. */
export function consentToolAnswer({ decision, isQuestionPlayed }: ConsentState): ToolAnswer {
  const isRecorded = decision?.answer === 'given' && decision.withdrawnAt === null;
  const why = isQuestionPlayed ? '' : ' The question was not played to its end.';
  const content = isRecorded ? 'The call is recorded from now on.' : `The call is not recorded.${why}`;
  return plainAnswer(true, content);
}
