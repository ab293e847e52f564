import type { StopReason, GenerationChunk } from '../../../application/ports/language-model.ts';
import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import type { Tool, ToolCall } from '../../../domain/voice/conversation-context.ts';
import { parseObject } from '../../lib/parse-object.ts';
import { reportedFault } from '../../lib/vendor-failures.ts';
import type { ChatStreamParser } from '../_chat/stream-parser.ts';
import { finishChunk } from '../_chat/finish.ts';
import { tokenUsage } from '../_chat/token-usage.ts';
import type { ToolCallMessages } from './blocks.ts';
import { MessageBlocks, type BlockDelta, type BlockStart } from './message-blocks.ts';

interface Event {
  readonly type: string;
  readonly index: number;
  readonly message: { readonly usage?: Usage } | null;
  readonly content_block: BlockStart | null;
  readonly delta: (BlockDelta & { readonly stop_reason?: string | null }) | null;
  readonly usage: Usage | null;
  readonly error: { readonly type?: unknown } | null;
}

interface Usage {
  readonly input_tokens?: unknown;
  readonly cache_creation_input_tokens?: unknown;
  readonly cache_read_input_tokens?: unknown;
  readonly output_tokens?: unknown;
}

const REASONS: ReadonlyMap<string, StopReason> = new Map([
  ['tool_use', 'tool_calls'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'refused'],
]);

/** Errors that a retry may avoid. */
const PASSING = new Set<unknown>(['overloaded_error', 'api_error', 'rate_limit_error', 'timeout_error']);

interface MessageContext {
  readonly vendor: string;
  readonly offered: readonly Tool[];
  /** Where a message with tool calls is stored, and its prefix. */
  readonly turns: ToolCallMessages;
  readonly prefix: string;
  /** Whether the model reasons between tool calls only. Its reasoning is then part of the reply. */
  readonly speaksNotes: boolean;
}

/** Assembles a streamed message block by block. */
export class MessageAnswer implements ChatStreamParser {
  readonly #context: MessageContext;
  readonly #blocks: MessageBlocks;
  isComplete = false;
  /** The last text sent. Empty before the first. */
  #lastText = '';
  #lastTextIndex = 0;
  #reason: StopReason | null = null;
  #input: number | null = null;
  #cached = 0;
  #cacheWrites = 0;
  #output: number | null = null;

  constructor(context: MessageContext) {
    this.#context = context;
    this.#blocks = new MessageBlocks(context.vendor, context.offered);
  }

  *parse(text: string): Generator<GenerationChunk | null, void> {
    const event = parseObject<Event>(text);
    switch (event.type) {
      case 'message_start':
        return this.#count(event.message?.usage);
      case 'content_block_start':
        return this.#blocks.open(event.index ?? 0, event.content_block ?? {});
      case 'content_block_delta':
        return yield* this.#progress(event);
      case 'message_delta':
        this.#stop(event.delta?.stop_reason);
        return this.#count(event.usage);
      case 'message_stop':
        return void (this.isComplete = true);
      case 'error':
        throw this.#fault(event.error?.type);
      default:
        return undefined;
    }
  }

  *end(): Generator<GenerationChunk, void> {
    const calls = this.#blocks.calls();
    const usage = tokenUsage(this.#input, this.#output, this.#cached, this.#cacheWrites);
    const isEmpty = this.#lastText === '' && calls.length === 0;
    const last = finishChunk({ vendor: this.#context.vendor, reason: this.#reason, usage, isEmpty });
    this.#keep(calls);
    for (const call of calls) yield { type: 'tool_call', call };
    yield last;
  }

  #keep(calls: readonly ToolCall[]): void {
    const [first] = calls;
    const blocks = first ? this.#blocks.whole(calls) : null;
    if (first && blocks) this.#context.turns.keep(first.id, { prefix: this.#context.prefix, blocks });
  }

  *#progress({ index = 0, delta }: Partial<Event>): Generator<GenerationChunk | null, void> {
    const piece = delta ?? {};
    this.#blocks.add(index, piece);
    const text = this.#context.speaksNotes ? (piece.text ?? piece.thinking) : piece.text;
    if (typeof text !== 'string' || text === '') {
      yield null;
      return;
    }
    yield { type: 'text', text: this.#isNextToNote(index) ? ` ${text}` : text };
    this.#lastText = text;
    this.#lastTextIndex = index;
  }

  /** Whether this text and the previous one need a separator, because one of them is a note between tool calls. */
  #isNextToNote(index: number): boolean {
    if (index === this.#lastTextIndex || !/\S$/u.test(this.#lastText)) return false;
    return [index, this.#lastTextIndex].some((each) => this.#blocks.typeOf(each) === 'thinking');
  }

  #stop(reason: string | null | undefined): void {
    if (typeof reason === 'string') this.#reason = REASONS.get(reason) ?? 'stop';
  }

  /** The latest count is the total. Input is the sum of uncached and cached tokens. */
  #count(usage: Usage | null | undefined): void {
    const { input_tokens: fresh, cache_creation_input_tokens: kept, cache_read_input_tokens: known } = usage ?? {};
    if (typeof fresh === 'number') {
      this.#cached = Number(known) || 0;
      this.#cacheWrites = Number(kept) || 0;
      this.#input = fresh + this.#cacheWrites + this.#cached;
    }
    if (typeof usage?.output_tokens === 'number') this.#output = usage.output_tokens;
  }

  #fault(type: unknown): VendorFailure {
    return reportedFault(this.#context.vendor, type, PASSING.has(type));
  }
}
