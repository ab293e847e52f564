import type { ToolCall } from '../../domain/voice/messages.ts';
import type { RetrievalEvent } from '../../domain/voice/conversation-events.ts';

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
