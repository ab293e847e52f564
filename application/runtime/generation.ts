import type { RetrievalEvent } from '../../domain/voice/conversation-events.ts';
import type { LanguageModel, ThinkRequest, Thought } from '../ports/language-model.ts';

/** A language model, maybe one that looks things up before it answers. */
export interface ReplyModel extends Pick<LanguageModel, 'model' | 'close'> {
  think(request: ThinkRequest, signal: AbortSignal): AsyncIterable<Thought | RetrievalChunk>;
  /** The caller will probably be understood to have said this: what that takes may begin. */
  prefetch?(words: string): void;
}

export interface RetrievalChunk {
  readonly type: 'retrieval';
  readonly event: RetrievalEvent;
}
