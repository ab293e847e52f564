import { randomUUID } from 'node:crypto';
import type { StopReason, GenerationChunk, TokenUsage } from '../../../application/ports/language-model.ts';
import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import type { Tool, ToolCall } from '../../../domain/voice/conversation-context.ts';
import { parseObject } from '../../lib/parse-object.ts';
import { reportedFault, isRetryable } from '../../lib/vendor-failures.ts';
import type { ChatStreamParser } from '../_chat/stream-parser.ts';
import { finishChunk } from '../_chat/finish.ts';
import { TOOL_CALLS_MAX, toolArguments, appendArguments } from '../_chat/tool-arguments.ts';
import { choiceIn, usageIn, wordsIn, type ChatChunk, type Delta, type Fragment } from './chat-chunk.ts';

interface Slot {
  readonly index: number;
  readonly id: string | null;
  name: string;
  arguments: string;
}

const REASONS: ReadonlyMap<string, StopReason> = new Map([
  ['length', 'length'],
  ['content_filter', 'refused'],
]);

/** Assembles a streamed chat completion: text immediately, tool calls when they are complete. */
export class ChatAnswer implements ChatStreamParser {
  readonly #vendor: string;
  readonly #offered: ReadonlySet<string>;
  readonly #slots: Slot[] = [];
  isComplete = false;
  #isSilent = true;
  #finish: string | null = null;
  #usage: TokenUsage | null = null;

  constructor(vendor: string, offered: readonly Tool[]) {
    this.#vendor = vendor;
    this.#offered = new Set(offered.map(({ name }) => name));
  }

  *parse(event: string): Generator<GenerationChunk | null, void> {
    if (event === '[DONE]') return this.#done();
    const chunk = parseObject<ChatChunk>(event);
    if (chunk.error) throw this.#fault(chunk.error, chunk.status_code);
    this.#usage = usageIn(chunk) ?? this.#usage;
    const choice = choiceIn(chunk);
    this.#finish = choice?.finish_reason ?? this.#finish;
    const delta = choice?.delta ?? choice?.message;
    if (delta) yield* this.#progress(delta);
  }

  *end(): Generator<GenerationChunk, void> {
    const called = this.#slots.filter(({ name }) => this.#offered.has(name));
    const isEmpty = this.#isSilent && called.length === 0;
    const last = finishChunk({ vendor: this.#vendor, reason: this.#reason(), usage: this.#usage, isEmpty });
    for (const slot of called) yield { type: 'tool_call', call: this.#call(slot) };
    yield last;
  }

  #done(): void {
    this.isComplete = true;
    this.#finish ??= 'stop';
  }

  *#progress(delta: Delta): Generator<GenerationChunk | null, void> {
    for (const fragment of delta.tool_calls ?? []) this.#take(fragment);
    const text = wordsIn(delta);
    this.#isSilent &&= text === '';
    if (text !== '') yield { type: 'text', text };
    else if (delta.tool_calls?.length || delta.reasoning || delta.reasoning_content) yield null;
  }

  /** Some vendors send `stop` although they call tools. */
  #reason(): StopReason | null {
    if (this.#finish === null) return null;
    return REASONS.get(this.#finish) ?? (this.#slots.length > 0 ? 'tool_calls' : 'stop');
  }

  /** Fragments with the same index belong together until a different id starts a new call. */
  #take({ index = 0, id, function: called = {} }: Fragment): void {
    const slot = this.#slots.findLast((each) => each.index === index);
    if (!slot || isAnother(slot, id)) return this.#open(index, id || null, called);
    slot.name ||= called.name ?? '';
    slot.arguments = this.#written(slot.arguments, called.arguments ?? '');
  }

  #open(index: number, id: string | null, called: NonNullable<Fragment['function']>): void {
    if (this.#slots.length >= TOOL_CALLS_MAX) return;
    this.#slots.push({ index, id, name: called.name ?? '', arguments: this.#written('', called.arguments ?? '') });
  }

  #written(before: string, piece: unknown): string {
    return appendArguments(this.#vendor, before, typeof piece === 'string' ? piece : JSON.stringify(piece));
  }

  #call({ id, name, arguments: text }: Slot): ToolCall {
    return { id: id ?? randomUUID(), name, arguments: toolArguments(this.#vendor, text) };
  }

  #fault({ code, type, param }: NonNullable<ChatChunk['error']>, status: unknown = code): VendorFailure {
    return reportedFault(this.#vendor, type ?? code, typeof status !== 'number' || isRetryable(status), param);
  }
}

const isAnother = (slot: Slot, id: string | null | undefined): boolean =>
  Boolean(id) && slot.id !== null && id !== slot.id;
