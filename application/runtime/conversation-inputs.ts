import type { ConversationEventBody } from '../../domain/voice/conversation-events.ts';
import type { ConversationInput } from '../../domain/voice/state.ts';
import type { SpeechListener } from './agent-speech.ts';
import type { GenerationListener } from './generation.ts';
import type { AnswerListener } from './tool-runner.ts';

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

/** Takes the answers of tools as inputs of the conversation. */
export const toolAnswers =
  (take: (input: InputBody) => void): AnswerListener =>
  (run, content, outcome, variables = {}) =>
    take({ type: 'toolAnswered', run, content, outcome, variables });

/** Takes summaries as inputs of the conversation. */
export const summaryInput =
  (take: (input: InputBody) => void) =>
  (summary: number, text: string | null): void =>
    take({ type: 'summaryWritten', summary, text });

/** Takes the progress of speeches as inputs and events of the conversation. */
export const speechInputs = (
  take: (input: InputBody) => void,
  emit: (event: ConversationEventBody) => void,
): SpeechListener => ({
  started: (speech) => take({ type: 'speechStarted', speech }),
  segmentSent: (speech, text, part) => emit({ type: 'agent_speech_text', audio: true, speech, part, text }),
  segmentPlayed: (segment) => emit({ type: 'agent_speech_text_played', ...segment }),
  completed: (speech, playedText) => take({ type: 'speechCompleted', speech, playedText }),
  failed: (speech, playedText, message) => take({ type: 'speechFailed', speech, playedText, message }),
});
