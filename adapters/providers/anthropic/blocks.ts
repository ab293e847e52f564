import type { ToolCallState } from '../_chat/tool-call-state.ts';

/** A content block of a message to or from Claude. */
export type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: object }
  | { readonly type: 'tool_result'; readonly tool_use_id: string; readonly content: string };

/** An assistant message with tool calls, unchanged. */
export interface ToolCallMessage {
  /** Everything before the messages: system prompt and tools. */
  readonly prefix: string;
  readonly blocks: readonly Block[];
}

/** Assistant messages with tool calls, by the id of their first call. */
export type ToolCallMessages = ToolCallState<ToolCallMessage>;
