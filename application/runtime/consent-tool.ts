import { consentToolAnswer, SET_RECORDING_CONSENT } from '../../domain/voice/consent-tool.ts';
import type { ConsentState } from '../../domain/voice/recording-consent-state.ts';
import type { ConversationSettings } from '../../domain/voice/state.ts';
import type { InputBody } from './conversation-inputs.ts';
import type { RunnableTool } from './tool-runner.ts';

/** The tool that reports consent to the conversation, ready to run, where the agent asks for it. */
export function consentTool(
  { consent }: Pick<ConversationSettings, 'consent'>,
  take: (input: InputBody) => void,
  stateOf: () => ConsentState,
): ReadonlyMap<string, RunnableTool> {
  if (!consent) return new Map();
  const tool: RunnableTool = {
    hasSideEffects: false,
    idempotencyKey: () => null,
    call({ arguments: { given } }) {
      take({ type: 'consentReported', given: given === true });
      return Promise.resolve(consentToolAnswer(stateOf()));
    },
  };
  return new Map([[SET_RECORDING_CONSENT, tool]]);
}
