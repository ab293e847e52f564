import type { ToolAnswer } from '../../domain/agents/tool-answer.ts';
import { cutEntry, type ToolJournalEntry } from '../../domain/calls/tool-call-record.ts';
import type { ToolCall } from '../../domain/voice/conversation-context.ts';
import type { ToolOutcome, ToolReport } from '../../domain/voice/tool-state.ts';
import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import { Deferred } from '../deferred.ts';
import { withTimeout } from '../with-timeout.ts';
import type { SpoolEntry } from '../ports/call-spool.ts';
import type { Clock } from '../ports/clock.ts';

/** A tool of an agent, ready to run. */
export interface RunnableTool {
  readonly hasSideEffects: boolean;
  /** The `Idempotency-Key` that the request will have. Null without side effects, and where no request has one. */
  idempotencyKey(invocation: Pick<ToolInvocation, 'arguments' | 'run'>): string | null;
  /** Whether the end of the conversation aborts a call in spite of its side effects: it can undo them. */
  readonly endsWithConversation?: boolean;
  /** Sends the request once. Never rejects, and takes bounded time. */
  call(invocation: ToolInvocation, signal: AbortSignal): Promise<ToolAnswer>;
}

export interface ToolInvocation {
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Variables of the call, with those that earlier answers set. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Secret digits that the caller typed, by name. */
  readonly hidden: Readonly<Record<string, string>>;
  /** Number of the run, unique in its call. */
  readonly run: number;
}

/** The tools of a conversation, by name, and the variables they start with. */
export interface ToolSet {
  readonly tools: ReadonlyMap<string, RunnableTool>;
  readonly variables: Readonly<Record<string, unknown>>;
  /** What is written of a line of the journal. Absent: all of it. */
  journalLine?(line: ToolJournalEntry): ToolJournalEntry;
  /** Learns of each line of the journal, once it is written. Does not throw. */
  journaled?(line: ToolJournalEntry): void;
  /** Ends what the tools keep open, after their last call. Never rejects and takes bounded time. */
  close?(): Promise<void>;
}

export const NO_TOOL_SET: ToolSet = { tools: new Map(), variables: {} };

interface ToolRunnerParts extends ToolSet {
  readonly entry: Pick<SpoolEntry, 'appendToolCall'>;
  readonly clock: Pick<Clock, 'now' | 'after'>;
}

/** Learns of the answer of a call, and of the variables that it sets. */
export type AnswerListener = (
  run: number,
  content: string,
  outcome: ToolOutcome,
  variables?: ToolReport['variables'],
) => void;

interface StartedCall {
  readonly run: number;
  readonly call: ToolCall;
  readonly fields: ToolInvocation['variables'];
}

interface RunningCall {
  /** Whether the end of the conversation aborts it. */
  readonly endsWithConversation: boolean;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

const UNRECORDED = 'The tool failed: the call could not be recorded, so it was not sent';
const BROKEN = {
  read: 'The tool failed: internal error',
  acted: 'The tool failed: internal error. The action may have been carried out',
};

/**
 * Runs the tool calls of one conversation. Each is journaled before it is sent, and sent at most once. A call with side
 * effects finishes even when the conversation has ended.
 */
export class ToolRunner {
  readonly #parts: ToolRunnerParts;
  /** Those of the agents so far. */
  readonly #sets: Pick<ToolSet, 'close'>[];
  #tools: ToolSet['tools'];
  readonly #answered: AnswerListener;
  readonly #running = new Map<number, RunningCall>();
  #variables: Readonly<Record<string, unknown>>;
  #hidden: Readonly<Record<string, string>> = {};
  readonly #bound = new Deferred<void>();
  #closing: Promise<void> | null = null;
  #isHurried = false;

  constructor(parts: ToolRunnerParts, answered: AnswerListener) {
    this.#parts = parts;
    this.#answered = answered;
    this.#variables = parts.variables;
    this.#tools = parts.tools;
    this.#sets = [parts];
  }

  /** Starts a call, which gets fields as variables. Its answer is reported later, unless it is cancelled. */
  start(run: number, call: ToolCall, fields: ToolInvocation['variables'] = {}): void {
    const tool = this.#tools.get(call.name);
    if (!tool) return this.#answered(run, `The tool failed: there is no tool named ${call.name}`, 'failed');
    const { hasSideEffects } = tool;
    const abort = new AbortController();
    const done = this.#run({ run, call, fields }, tool, abort.signal)
      // An unhandled rejection ends the process, and every call in it.
      .catch(() =>
        hasSideEffects
          ? this.#report({ run, content: BROKEN.acted, outcome: 'unknown' }, abort.signal)
          : this.#report({ run, content: BROKEN.read, outcome: 'failed' }, abort.signal),
      )
      .finally(() => this.#running.delete(run));
    const endsWithConversation = tool.endsWithConversation ?? !hasSideEffects;
    this.#running.set(run, { endsWithConversation, abort, done });
  }

  /** Calls are those of this set from now on. Running ones end as they began. Secret digits are not passed on. */
  change(set: ToolSet): void {
    this.#sets.push(set);
    this.#tools = set.tools;
    this.#variables = set.variables;
    this.#hidden = {};
  }

  /** Cancels a call. Its answer is not reported. */
  cancel(run: number): void {
    this.#running.get(run)?.abort.abort();
  }

  /**
   * Cancels the calls that end with the conversation and waits for all, which have timeouts of their own. Their answers are
   * journaled, but not reported. Never rejects.
   */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /**
   * Bounds the wait of `close` by `tools_at_shutdown`, also of one in progress: the process will end, and must store the
   * call's outcome before.
   */
  hurry(): void {
    if (this.#isHurried) return;
    this.#isHurried = true;
    if (this.#closing) this.#boundWait(this.#closing);
  }

  #close(): Promise<void> {
    const running = [...this.#running.values()];
    for (const { endsWithConversation, abort } of running) if (endsWithConversation) abort.abort();
    const ended = Promise.all(running.map(({ done }) => done)).then(() => undefined);
    // In the background: the outcome of the call must be stored soon.
    void ended.then(() => Promise.all(this.#sets.map(async (set) => set.close?.())));
    if (this.#isHurried) this.#boundWait(ended);
    return Promise.race([ended, this.#bound.promise]);
  }

  #boundWait(ended: Promise<void>): void {
    void withTimeout(
      this.#parts.clock,
      TIMEOUTS_MS.tools_at_shutdown,
      () => ended,
      () => undefined,
    ).then(() => this.#bound.resolve());
  }

  async #run(
    { run, call: { name, arguments: given }, fields }: StartedCall,
    tool: RunnableTool,
    signal: AbortSignal,
  ): Promise<void> {
    const { clock } = this.#parts;
    try {
      await this.#journal({
        ...{ run, name, side_effects: tool.hasSideEffects, started_at: clock.now().toISOString() },
        arguments: JSON.stringify(given),
        idempotency_key: tool.idempotencyKey({ arguments: given, run }),
      });
    } catch {
      return this.#report({ run, content: UNRECORDED, outcome: 'failed' }, signal);
    }
    if (signal.aborted) return;
    const variables = { ...this.#variables, ...fields };
    const invocation = { arguments: given, variables, hidden: this.#hidden, run };
    const set = this.#tools;
    const answer = await tool.call(invocation, signal);
    // What a tool of another agent finds out is not for the present one.
    if (set === this.#tools) this.#take(answer);
    const outcome = signal.aborted && !(tool.hasSideEffects && answer.ok) ? 'cancelled' : outcomeOf(answer, tool);
    const { status, content, cause } = answer;
    const ended = { run, outcome, status, answer: content, cause: cause ?? null, ended_at: clock.now().toISOString() };
    // Without its end in the journal, the call counts as unknown. The caller does not wait for the disk again.
    const journaled = this.#journal(ended).catch(() => undefined);
    this.#report({ run, content, outcome, variables: answer.variables }, signal);
    await journaled;
  }

  #take({ variables, hidden }: ToolAnswer): void {
    this.#variables = { ...this.#variables, ...variables };
    this.#hidden = { ...this.#hidden, ...hidden };
  }

  async #journal(whole: ToolJournalEntry): Promise<void> {
    // Cut last: half a card number would not be known as one, and what replaces an address can be longer than it.
    const line = cutEntry(this.#parts.journalLine?.(whole) ?? whole);
    await this.#parts.entry.appendToolCall(line);
    this.#parts.journaled?.(line);
  }

  #report({ run, content, outcome, variables = {} }: ToolReport, { aborted }: AbortSignal): void {
    if (!this.#closing && !aborted) this.#answered(run, content, outcome, variables);
  }
}

function outcomeOf({ ok, mayHaveRun = false }: ToolAnswer, { hasSideEffects }: RunnableTool): ToolOutcome {
  if (ok) return 'ok';
  return hasSideEffects && mayHaveRun ? 'unknown' : 'failed';
}
