import type { RetrievalEvent } from '../../domain/voice/conversation-events.ts';
import { withUserWords, type ChatMessage, type ToolCall } from '../../domain/voice/conversation-context.ts';
import { wordsOfTurn, type Conversation } from '../../domain/voice/state.ts';
import type { LanguageModel, GenerationRequest, GenerationChunk } from '../ports/language-model.ts';

/** A language model, with retrieval where the agent has a knowledge base. */
export interface ReplyModel extends Pick<LanguageModel, 'model' | 'close'> {
  generate(request: GenerationRequest, signal: AbortSignal): AsyncIterable<GenerationChunk | RetrievalChunk>;
  /** Starts the retrieval for these messages, the last of which is probably what the caller says. */
  prefetch?(messages: readonly ChatMessage[]): void;
}

/** Starts the retrieval for the caller's words so far, which are often known before the end of the turn. */
export function prefetchWords(
  model: Pick<ReplyModel, 'prefetch'>,
  { caller, messages }: Pick<Conversation, 'caller' | 'messages'>,
): void {
  const words = wordsOfTurn(caller);
  if (words !== '') model.prefetch?.(withUserWords(messages, words));
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
