import type { ChatMessage, Tool, ToolCall } from '../../domain/voice/conversation-context.ts';

/** For generating replies: streams the LLM's output for a conversation. */
export interface LanguageModel {
  /** The model's name, for metrics; null when it has none. */
  readonly model: string | null;
  /** Streams the generation. Stops when the signal aborts. Throws a VendorFailure. */
  generate(request: GenerationRequest, signal: AbortSignal): AsyncIterable<GenerationChunk>;
  close(): void;
}

export interface GenerationRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly Tool[];
  /**
   * What is wanted instead of a reply: the arguments of this tool, as JSON text or as a call of it. A request with it
   * offers no other tools. Vendors with structured output keep to its schema; the arguments are validated all the same.
   */
  readonly answer?: Tool;
  /** The longest answer in tokens, instead of the configured one. */
  readonly maxTokens?: number;
}

/** A part of a generation: text in order, a complete tool call, or finally its end, from vendors that report it. */
export type GenerationChunk =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_call'; readonly call: ToolCall }
  | { readonly type: 'finished'; readonly reason: StopReason; readonly usage: TokenUsage | null };

/** Complete, at the maximum length, waiting for tools, or refused by the vendor. */
export type StopReason = 'stop' | 'length' | 'tool_calls' | 'refused';

/** Token usage of a generation. */
export interface TokenUsage {
  /** All input tokens, cached ones too. */
  readonly input: number;
  readonly output: number;
  /** Input tokens read from the vendor's cache, where it reports them. */
  readonly cached?: number;
  /** Input tokens written to the vendor's cache, where it charges for them apart. */
  readonly cacheWrites?: number;
}
