import type { ChatMessage, Tool, ToolCall } from '../../domain/voice/messages.ts';

/** For thinking of an answer: streams what the model says to a conversation. */
export interface LanguageModel {
  /** The model's name, for metrics; null when it has none. */
  readonly model: string | null;
  /** Streams the answer. Stops when the signal aborts. Throws a VendorFailure when it cannot. */
  generate(request: GenerationRequest, signal: AbortSignal): AsyncIterable<GenerationChunk>;
  close(): void;
}

export interface GenerationRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly Tool[];
}

/** A piece of an answer: words in order, a whole tool call, or at last how it ended, from vendors who say. */
export type GenerationChunk =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_call'; readonly call: ToolCall }
  | { readonly type: 'finished'; readonly reason: StopReason; readonly usage: TokenUsage | null };

/** It was whole, it reached the longest allowed, it waits for its tools, or the vendor found it improper. */
export type StopReason = 'stop' | 'length' | 'tool_calls' | 'refused';

/** What an answer cost, in tokens. */
export interface TokenUsage {
  readonly input: number;
  readonly output: number;
}
