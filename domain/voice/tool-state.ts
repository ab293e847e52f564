import { isSameCall, type ToolCall } from './conversation-context.ts';

/** What the conversation needs to know of a tool that acts. */
export interface ToolAction {
  /** Whether a call changes something outside. Such a call is never cancelled, and never repeated by mistake. */
  readonly hasSideEffects: boolean;
  /** What the agent says while the tool runs. Null: the agent's hold message, if it has one. Empty: nothing. */
  readonly waitingMessage: string | null;
  /** Whether the agent says nothing after a success: it waits for the other side. */
  readonly needsNoReply?: boolean;
  /** The same, by the value of the argument `target`. */
  readonly waitingMessages?: Readonly<Record<string, string>>;
  /** What the agent says when the tool is called without words, by the value of the argument `target`. */
  readonly announcements?: Readonly<Record<string, string>>;
  /**
   * How long its answer may take, in ms, while the caller is not asked whether they are still there. Absent:
   * `tool_answer`.
   */
  readonly answerMs?: number;
}

/** What the agent says while a call with these arguments runs. Null: its hold message. */
export function waitingMessageOf(action: ToolAction | undefined, { target }: ToolCall['arguments']): string | null {
  const { waitingMessages = {}, waitingMessage = null } = action ?? {};
  const isNamed = typeof target === 'string' && Object.hasOwn(waitingMessages, target);
  return isNamed ? (waitingMessages[target] ?? null) : waitingMessage;
}

/** A running tool call. */
export interface ToolRun {
  readonly id: number;
  readonly call: ToolCall;
  readonly hasSideEffects: boolean;
  /** Ids of the calls that get its answer: its own, and those of a model that repeated it. */
  readonly callIds: readonly string[];
  /** The caller interrupted: the turn no longer waits for the answer. */
  readonly isDetached: boolean;
  /** Updates of fields of the stages before it started. */
  readonly fieldUpdates: number;
  /** Another agent called it, before a handover: what it finds out is not for the present one. */
  readonly isOfAgentBefore?: true;
}

/** The running call with side effects that this one repeats. Tools of another agent are others, also of the same name. */
export const repeatedRun = ({ runs }: ToolState, call: ToolCall): ToolRun | undefined =>
  runs.find((run) => run.hasSideEffects && !run.isOfAgentBefore && isSameCall(run.call, call));

/** A call with side effects and its answer. */
export interface AnsweredCall {
  readonly run: number;
  readonly call: ToolCall;
  readonly content: string;
  readonly outcome: ToolOutcome;
  /** Whether the current generation knows the answer. */
  readonly isRead: boolean;
}

/** How a tool call ended. `unknown`: it was sent, and no answer says whether it took effect. */
export type ToolOutcome = 'ok' | 'failed' | 'cancelled' | 'unknown';

/** The answer of a run. */
export interface ToolReport {
  readonly run: number;
  readonly content: string;
  readonly outcome: ToolOutcome;
  /** Variables of the call that it sets. */
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** Tool calls of a conversation. */
export interface ToolState {
  readonly runs: readonly ToolRun[];
  /**
   * Calls with side effects that are not repeated: those that the current generation has not read, and those of the turn
   * that took effect, or may have.
   */
  readonly answered: readonly AnsweredCall[];
  /** Answers that no turn waited for. They join the context of the next generation. */
  readonly late: readonly AnsweredCall[];
  /** Consecutive responses of the current turn that called tools. */
  readonly rounds: number;
  /**
   * The reply that follows the answers. Null: no answer waits for a reply. `afterWords`: even after words
   * of the agent.
   */
  readonly reply: { readonly audio: boolean; readonly afterWords?: true } | null;
  /** The speech with the words before the calls, and the call that marks their message. Null: without words. */
  readonly preamble: { readonly speech: number; readonly callId: string } | null;
}

export const NO_TOOLS: ToolState = { runs: [], answered: [], late: [], rounds: 0, reply: null, preamble: null };

/** Whether the turn waits for the answer of a tool. */
export const isAwaitingTools = ({ runs }: ToolState): boolean => runs.some(({ isDetached }) => !isDetached);
