import type { RetrievalEvent } from '../../domain/voice/conversation-events.ts';
import type { ToolCall } from '../../domain/voice/conversation-context.ts';
import type { LanguageModel, GenerationRequest, GenerationChunk } from '../ports/language-model.ts';

/** A language model, with retrieval where the agent has a knowledge base. */
export interface ReplyModel extends Pick<LanguageModel, 'model' | 'close'> {
  generate(request: GenerationRequest, signal: AbortSignal): AsyncIterable<GenerationChunk | RetrievalChunk>;
  /** Starts the retrieval for these words, which are probably what the caller says. */
  prefetch?(words: string): void;
}

export interface RetrievalChunk {
  readonly type: 'retrieval';
  readonly event: RetrievalEvent;
}

/** Output of generations, with the id of the generation. A cancelled generation reports nothing. */
export interface GenerationListener {
  text(generation: number, text: string): void;
  toolCalled(generation: number, call: ToolCall): void;
  retrieved(generation: number, event: RetrievalEvent): void;
  done(generation: number): void;
  failed(generation: number, message: string): void;
  /** The first chunk of the generation that was requested at this monotonic time. */
  firstChunk(startedAt: number): void;
}
