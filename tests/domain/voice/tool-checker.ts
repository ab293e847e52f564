import { isDeepStrictEqual } from 'node:util';
import type { ChatMessage, ToolCall } from '../../../domain/voice/conversation-context.ts';
import type { ToolOutcome } from '../../../domain/voice/tool-state.ts';
import type { Conversation, ConversationSettings } from '../../../domain/voice/state.ts';

interface CheckedRun {
  readonly call: ToolCall;
  readonly hasSideEffects: boolean;
  /** The words of the caller in the request that led to it. */
  readonly words: string;
  /** Null while it runs. */
  answer: string | null;
  outcome: ToolOutcome | null;
  cancelled: boolean;
}

/** Checks the tool calls of a conversation. Throws at the first one that is repeated or lost. */
export class ToolChecker {
  readonly runs = new Map<number, CheckedRun>();
  readonly #acting: ReadonlySet<string>;
  /** What the model read last, as JSON. */
  #read = '';
  /** The words of the caller in it. */
  #words = '';
  #written: { readonly parts: readonly unknown[]; readonly text: string } = { parts: [], text: '' };

  /** `acting`: the tools with side effects. */
  constructor({ actions = {} }: ConversationSettings, acting?: ReadonlySet<string>) {
    this.#acting = acting ?? new Set(Object.keys(actions).filter((name) => actions[name]?.hasSideEffects));
  }

  /** Runs that were neither answered nor cancelled, oldest first. */
  get running(): number[] {
    return [...this.runs].flatMap(([id, { answer, cancelled }]) => (answer === null && !cancelled ? [id] : []));
  }

  run(id: number, call: ToolCall): void {
    must(!this.runs.has(id), 'a new run has a new id');
    const hasSideEffects = this.#acting.has(call.name);
    const words = this.#words;
    for (const [earlier, { call: made, answer, ...run }] of this.runs) {
      if (!hasSideEffects || made.name !== call.name || !isDeepStrictEqual(made.arguments, call.arguments)) continue;
      must(answer !== null && this.#read.includes(answer), `run ${id} does not repeat run ${earlier}`);
      must(run.outcome === 'failed' || run.words !== words, `run ${id} does not repeat run ${earlier} in one turn`);
    }
    this.runs.set(id, { call, hasSideEffects, words, answer: null, outcome: null, cancelled: false });
  }

  cancel(id: number): void {
    const run = this.runs.get(id);
    if (!run || run.answer !== null || run.cancelled) throw new Error(`Broken: run ${id} is not running`);
    must(!run.hasSideEffects, 'a call with side effects is not cancelled');
    run.cancelled = true;
  }

  answer(id: number, content: string, outcome: ToolOutcome): void {
    const run = this.runs.get(id);
    if (!run || run.cancelled || run.answer !== null) return;
    run.answer = content;
    run.outcome = outcome;
  }

  ask(messages: readonly ChatMessage[]): void {
    this.#read = JSON.stringify(messages);
    this.#words = JSON.stringify(messages.filter(({ role }) => role === 'user'));
    must(messages.at(-1)?.role !== 'assistant', 'the model is not asked to answer itself');
  }

  checkAnswers({ messages, tools: { late } }: Conversation): void {
    for (const { answer, hasSideEffects } of this.runs.values())
      if (answer !== null && hasSideEffects) must(this.#known(messages, late).includes(answer), 'no answer is lost');
  }

  /** As JSON, which is written again only for other messages or answers. */
  #known(...parts: [messages: readonly unknown[], late: readonly unknown[]]): string {
    if (parts.some((part, at) => part !== this.#written.parts[at]))
      this.#written = { parts, text: JSON.stringify(parts) };
    return this.#written.text;
  }

  /** Vendors refuse calls that are not followed by one answer each. */
  checkMessages(messages: readonly ChatMessage[]): void {
    for (const [index, message] of messages.entries()) {
      const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
      for (const [at, { id }] of calls.entries()) {
        const answer = messages[index + 1 + at];
        must(answer?.role === 'tool' && answer.tool_call_id === id, 'every call is followed by its answer');
      }
    }
  }
}

/** Much cheaper than chai's assertions. */
export function must(holds: boolean, promise: string): void {
  if (!holds) throw new Error(`Broken: ${promise}`);
}
