import type { RetrievalEvent } from '../../domain/voice/conversation-events.ts';
import type { LanguageModel, ThinkRequest, Thought } from '../ports/language-model.ts';

/** A language model, maybe one that looks things up before it answers. */
export interface Mind extends Pick<LanguageModel, 'model' | 'close'> {
  think(request: ThinkRequest, signal: AbortSignal): AsyncIterable<Thought | LookupThought>;
  /** The caller will probably be understood to have said this: what that takes may begin. */
  foresee?(words: string): void;
}

export interface LookupThought {
  readonly type: 'lookup';
  readonly lookup: RetrievalEvent;
}
