import type { ToolCallState } from '../_chat/tool-call-state.ts';

/** A block of a message to Claude or of one. */
export type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: object }
  | { readonly type: 'tool_result'; readonly tool_use_id: string; readonly content: string };

/** A message that called tools, as it came. */
export interface ToolTurn {
  /** What stood before the messages: the instructions and the tools. */
  readonly prefix: string;
  readonly blocks: readonly Block[];
}

/** The messages that called tools, by the id of their first call. */
export type ToolTurns = ToolCallState<ToolTurn>;
