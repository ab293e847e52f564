import type { StopReason, Thought, TokenUsage } from '../../../application/ports/language-model.ts';
import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import type { Tool } from '../../../domain/voice/messages.ts';
import { parsed } from '../../lib/parsed.ts';
import { complaint } from '../../lib/vendor-failures.ts';
import type { Answer } from '../chat/answer.ts';
import { ending } from '../chat/ending.ts';
import { MOST_CALLS, toolArguments, written } from '../chat/tool-arguments.ts';

interface Event {
  readonly type: string;
  readonly index: number;
  readonly message: { readonly usage?: Usage } | null;
  readonly content_block: { readonly type?: string; readonly id?: string; readonly name?: string } | null;
  readonly delta: {
    readonly text?: unknown;
    readonly partial_json?: unknown;
    readonly thinking?: unknown;
    readonly stop_reason?: string | null;
  } | null;
  readonly usage: Usage | null;
  readonly error: { readonly type?: unknown } | null;
}

interface Usage {
  readonly input_tokens?: unknown;
  readonly cache_creation_input_tokens?: unknown;
  readonly cache_read_input_tokens?: unknown;
  readonly output_tokens?: unknown;
}

interface Call {
  readonly id: string;
  readonly name: string;
  arguments: string;
}

const REASONS: ReadonlyMap<string, StopReason> = new Map([
  ['tool_use', 'tool_calls'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'refused'],
]);

/** Faults that another time may spare. */
const PASSING = new Set<unknown>(['overloaded_error', 'api_error', 'rate_limit_error', 'timeout_error']);

/** Puts a streamed message of Anthropic's together, block by block. */
export class MessageAnswer implements Answer {
  readonly #vendor: string;
  readonly #offered: ReadonlySet<string>;
  readonly #calls = new Map<number, Call>();
  isOver = false;
  #isSilent = true;
  #reason: StopReason | null = null;
  #input: number | null = null;
  #output: number | null = null;

  constructor(vendor: string, offered: readonly Tool[]) {
    this.#vendor = vendor;
    this.#offered = new Set(offered.map(({ name }) => name));
  }

  *take(text: string): Generator<Thought | null, void> {
    const event = parsed<Event>(text);
    switch (event.type) {
      case 'message_start':
        return this.#count(event.message?.usage);
      case 'content_block_start':
        return this.#open(event);
      case 'content_block_delta':
        return yield* this.#progress(event);
      case 'message_delta':
        this.#stop(event.delta?.stop_reason);
        return this.#count(event.usage);
      case 'message_stop':
        return void (this.isOver = true);
      case 'error':
        throw this.#fault(event.error?.type);
      default:
        return undefined;
    }
  }

  *end(): Generator<Thought, void> {
    const called = [...this.#calls.values()].filter(({ name }) => this.#offered.has(name));
    const usage: TokenUsage | null =
      this.#input === null || this.#output === null ? null : { input: this.#input, output: this.#output };
    const isEmpty = this.#isSilent && called.length === 0;
    const last = ending({ vendor: this.#vendor, reason: this.#reason, usage, isEmpty });
    for (const { id, name, arguments: text } of called)
      yield { type: 'tool_call', call: { id, name, arguments: toolArguments(this.#vendor, text) } };
    yield last;
  }

  *#progress({ index = 0, delta }: Partial<Event>): Generator<Thought | null, void> {
    const { text, partial_json: piece } = delta ?? {};
    const call = this.#calls.get(index);
    if (call && typeof piece === 'string') call.arguments = written(this.#vendor, call.arguments, piece);
    if (typeof text !== 'string' || text === '') {
      yield null;
      return;
    }
    this.#isSilent = false;
    yield { type: 'text', text };
  }

  #open({ index = 0, content_block: block }: Partial<Event>): void {
    if (block?.type !== 'tool_use' || this.#calls.size >= MOST_CALLS) return;
    this.#calls.set(index, { id: block.id ?? '', name: block.name ?? '', arguments: '' });
  }

  #stop(reason: string | null | undefined): void {
    if (typeof reason === 'string') this.#reason = REASONS.get(reason) ?? 'stop';
  }

  /** The later count holds; the input is what was read afresh and what was kept. */
  #count(usage: Usage | null | undefined): void {
    const { input_tokens: fresh, cache_creation_input_tokens: kept, cache_read_input_tokens: known } = usage ?? {};
    if (typeof fresh === 'number') this.#input = fresh + (Number(kept) || 0) + (Number(known) || 0);
    if (typeof usage?.output_tokens === 'number') this.#output = usage.output_tokens;
  }

  #fault(type: unknown): VendorFailure {
    return complaint(this.#vendor, type, PASSING.has(type));
  }
}
