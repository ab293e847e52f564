import type { ConversationInput } from '../../domain/voice/state.ts';
import type { GenerationListener } from './generation.ts';

/** An input without its time. */
export type InputBody = ConversationInput extends infer Input
  ? Input extends ConversationInput
    ? Omit<Input, 'at'>
    : never
  : never;

/** Takes the output of generations as inputs of the conversation. */
export const generationInputs = (take: (input: InputBody) => void): Omit<GenerationListener, 'firstChunk'> => ({
  text: (generation, text) => take({ type: 'generationText', generation, text }),
  toolCalled: (generation, call) => take({ type: 'toolCalled', generation, call }),
  retrieved: (generation, retrieval) => take({ type: 'retrievalReported', generation, retrieval }),
  done: (generation) => take({ type: 'generationCompleted', generation }),
  failed: (generation, message) => take({ type: 'generationFailed', generation, message }),
});
