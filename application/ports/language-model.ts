/** For thinking of an answer: streams what the model says to a conversation. */
export interface LanguageModel {
  /** Streams the answer. Stops when the signal aborts. Throws a VendorFailure when it cannot. */
  think(request: ThinkRequest, signal: AbortSignal): AsyncIterable<Thought>;
  close(): void;
}

export interface ThinkRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly Tool[];
}

export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly tool_calls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly content: string; readonly tool_call_id: string };

/** A function the model may call. `parameters` is a JSON Schema. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** A piece of an answer: words in order, or a whole tool call. */
export type Thought = { readonly type: 'text'; readonly text: string } | { readonly type: 'tool_call'; readonly call: ToolCall };
