import type { ToolCall } from '../../domain/voice/messages.ts';
import type { RetrievalEvent } from '../../domain/voice/conversation-events.ts';

/** What the model answers, each told with the number of its question. Nothing is told of a question that was stopped. */
export interface GenerationListener {
  text(generation: number, text: string): void;
  toolCalled(generation: number, call: ToolCall): void;
  retrieved(generation: number, event: RetrievalEvent): void;
  done(generation: number): void;
  failed(generation: number, message: string): void;
  /** The model's first piece of an answer that was asked for at this monotonic moment. */
  firstChunk(startedAt: number): void;
}
