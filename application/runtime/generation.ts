import type { RetrievalEvent } from '../../domain/voice/conversation-events.ts';
import type { LanguageModel, ThinkRequest, Thought } from '../ports/language-model.ts';

/** A language model, with retrieval where the agent has a knowledge base. */
export interface ReplyModel extends Pick<LanguageModel, 'model' | 'close'> {
  think(request: ThinkRequest, signal: AbortSignal): AsyncIterable<Thought | RetrievalChunk>;
  /** Starts the retrieval for these words, which are probably what the caller says. */
  prefetch?(words: string): void;
}

export interface RetrievalChunk {
  readonly type: 'retrieval';
  readonly event: RetrievalEvent;
}
