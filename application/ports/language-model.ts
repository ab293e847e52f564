import type { ChatMessage, Tool, ToolCall } from '../../domain/voice/messages.ts';

/** For thinking of an answer: streams what the model says to a conversation. */
export interface LanguageModel {
  /** The model's name, for metrics; null when it has none. */
  readonly model: string | null;
  /** Streams the answer. Stops when the signal aborts. Throws a VendorFailure when it cannot. */
  think(request: ThinkRequest, signal: AbortSignal): AsyncIterable<Thought>;
  close(): void;
}

export interface ThinkRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly Tool[];
}

/** A piece of an answer: words in order, or a whole tool call. */
export type Thought =
  { readonly type: 'text'; readonly text: string } | { readonly type: 'tool_call'; readonly call: ToolCall };
