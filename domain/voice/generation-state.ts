import type { ToolCall } from './conversation-context.ts';
import type { PendingText } from './sentences.ts';

/** A running generation. */
export interface Generation {
  readonly id: number;
  /** The speech its text goes to. Null before the first segment. */
  readonly speech: number | null;
  /** Text that is not yet a whole segment. */
  readonly pending: PendingText;
  /** When its last output arrived. */
  readonly outputAt: number | null;
  readonly firstTokenAt: number | null;
  /** Whether the reply is spoken. Otherwise it is sent as text. */
  readonly audio: boolean;
  /** Segments sent as text so far. */
  readonly written: number;
  /** Names of the tools that the model may call. */
  readonly offered: readonly string[];
  readonly calls: readonly ToolCall[];
}
