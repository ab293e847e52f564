import type { ToolCall } from '../../domain/voice/messages.ts';
import type { RetrievalEvent } from '../../domain/voice/conversation-events.ts';

/** What the model answers, each told with the number of its question. Nothing is told of a question that was stopped. */
export interface ThinkerListener {
  thought(thinking: number, text: string): void;
  toolCalled(thinking: number, call: ToolCall): void;
  lookedUp(thinking: number, lookup: RetrievalEvent): void;
  done(thinking: number): void;
  failed(thinking: number, message: string): void;
  /** The model's first piece of an answer that was asked for at this monotonic moment. */
  firstThought(startedAt: number): void;
}
