import { randomUUID } from 'node:crypto';
import type { StopReason, GenerationChunk, TokenUsage } from '../../../application/ports/language-model.ts';
import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import type { Tool, ToolCall } from '../../../domain/voice/conversation-context.ts';
import { parseObject } from '../../lib/parse-object.ts';
import { reportedFault } from '../../lib/vendor-failures.ts';
import type { ChatStreamParser } from '../_chat/stream-parser.ts';
import type { ToolCallState } from '../_chat/tool-call-state.ts';
import { finishChunk } from '../_chat/finish.ts';
import { tokenUsage } from '../_chat/token-usage.ts';
import { TOOL_CALLS_MAX, toolArguments, appendArguments } from '../_chat/tool-arguments.ts';

/** A complete output item of a response: reasoning, a message or a call. Stored unchanged. */
export interface OutputItem {
  readonly type?: unknown;
  readonly call_id?: unknown;
  readonly name?: unknown;
  readonly arguments?: unknown;
  readonly content?: unknown;
}

/** Output items of responses with tool calls, by the id of the first call. */
export type Outputs = ToolCallState<readonly OutputItem[]>;

/** One event of a streamed response. Any field may be missing or malformed. */
interface Event {
  readonly type: string;
  readonly delta: unknown;
  readonly item: OutputItem | null;
  readonly response: ResponseBody | null;
  readonly code: unknown;
  readonly param: unknown;
  /** Some vendors put the error here instead of into the event itself. */
  readonly error: Fault | null;
}

interface Fault {
  readonly code?: unknown;
  readonly type?: unknown;
  readonly param?: unknown;
}

interface ResponseBody {
  readonly usage?: {
    readonly input_tokens?: unknown;
    readonly output_tokens?: unknown;
    readonly input_tokens_details?: { readonly cached_tokens?: unknown } | null;
  } | null;
  readonly incomplete_details?: { readonly reason?: unknown } | null;
  readonly error?: Fault | null;
}

/** A response with more output items is not stored. */
const MOST_ITEMS = 64;

/** Errors that a retry may avoid. */
const PASSING = new Set<unknown>(['server_error', 'rate_limit_exceeded', 'server_overloaded']);

/** Assembles a streamed response: text immediately, tool calls when they are complete. */
export class ResponsesAnswer implements ChatStreamParser {
  readonly #vendor: string;
  readonly #offered: ReadonlySet<unknown>;
  readonly #outputs: Outputs;
  readonly #items: OutputItem[] = [];
  isComplete = false;
  #isSilent = true;
  #isRefused = false;
  #writing = '';
  #reason: StopReason | null = null;
  #usage: TokenUsage | null = null;

  constructor(vendor: string, offered: readonly Tool[], outputs: Outputs) {
    this.#vendor = vendor;
    this.#offered = new Set(offered.map(({ name }) => name));
    this.#outputs = outputs;
  }

  *parse(text: string): Generator<GenerationChunk | null, void> {
    const event = parseObject<Event>(text);
    const fault = faultIn(event);
    if (fault) throw this.#fault(fault);
    switch (event.type) {
      case 'response.output_text.delta':
        return yield* this.#say(event.delta);
      case 'response.output_item.done':
        this.#take(event.item ?? {});
        break;
      case 'response.function_call_arguments.delta':
        this.#writing = appendArguments(this.#vendor, this.#writing, String(event.delta));
        break;
      case 'response.refusal.delta':
        this.#isRefused = true;
        break;
      case 'response.completed':
      case 'response.incomplete':
        return this.#finish(event.response ?? {});
      default:
    }
    if (event.type) yield null;
  }

  *end(): Generator<GenerationChunk, void> {
    const called = this.#calls();
    const reason = this.#reason === 'stop' ? this.#stopped(called.length > 0) : this.#reason;
    const isEmpty = this.#isSilent && called.length === 0;
    const last = finishChunk({ vendor: this.#vendor, reason, usage: this.#usage, isEmpty });
    const [first] = called;
    if (first && this.#items.length <= MOST_ITEMS) this.#outputs.keep(first.id, this.#items);
    for (const call of called) yield { type: 'tool_call', call };
    yield last;
  }

  *#say(text: unknown): Generator<GenerationChunk, void> {
    if (typeof text !== 'string' || text === '') return;
    this.#isSilent = false;
    yield { type: 'text', text };
  }

  #take(item: OutputItem): void {
    this.#writing = '';
    if (this.#items.length <= MOST_ITEMS) this.#items.push(item);
  }

  #calls(): ToolCall[] {
    return this.#items
      .filter(({ type, name }) => type === 'function_call' && this.#offered.has(name))
      .slice(0, TOOL_CALLS_MAX)
      .map(({ call_id: id, name, arguments: text }) => ({
        id: typeof id === 'string' ? id : randomUUID(),
        name: String(name),
        arguments: toolArguments(this.#vendor, appendArguments(this.#vendor, '', typeof text === 'string' ? text : '')),
      }));
  }

  #stopped(isCall: boolean): StopReason {
    if (isCall) return 'tool_calls';
    return this.#isRefused ? 'refused' : 'stop';
  }

  #finish({ usage, incomplete_details: details }: ResponseBody): void {
    this.isComplete = true;
    this.#reason = 'stop';
    if (details?.reason) this.#reason = details.reason === 'max_output_tokens' ? 'length' : 'refused';
    const { input_tokens, output_tokens, input_tokens_details } = usage ?? {};
    this.#usage = tokenUsage(input_tokens, output_tokens, input_tokens_details?.cached_tokens);
  }

  #fault({ code, type, param }: Fault): VendorFailure {
    const word = code ?? type;
    return reportedFault(this.#vendor, word, PASSING.has(word), param);
  }
}

/** The error in an event: in `response`, in the event `error`, or as in chat completions. */
function faultIn({ type, response, error, code, param }: Partial<Event>): Fault | null {
  if (type === 'error') return error ?? { code, param };
  return type === 'response.failed' ? (response?.error ?? {}) : (error ?? null);
}
