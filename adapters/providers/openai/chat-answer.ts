import { randomUUID } from 'node:crypto';
import type { Thought } from '../../../application/ports/language-model.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import type { Tool, ToolCall } from '../../../domain/voice/messages.ts';
import { parsed } from '../../lib/parsed.ts';

/** A vendor that calls more tools at once than this is out of its mind. */
const MOST_CALLS = 16;

interface Chunk {
  readonly error?: unknown;
  readonly choices?: unknown;
}

interface Choice {
  readonly delta?: Delta | null;
  readonly finish_reason?: string | null;
}

interface Delta {
  readonly content?: unknown;
  readonly tool_calls?: readonly Fragment[] | null;
}

interface Fragment {
  readonly index?: number;
  readonly id?: string | null;
  readonly function?: { readonly name?: string | null; readonly arguments?: string | null };
}

interface Slot {
  readonly index: number;
  readonly id: string | null;
  name: string;
  arguments: string;
}

/** Puts a streamed answer together: words as they come, tool calls when they are whole. */
export class ChatAnswer {
  readonly #vendor: string;
  readonly #slots: Slot[] = [];
  #isEmpty = true;
  #finish: string | null = null;

  constructor(vendor: string) {
    this.#vendor = vendor;
  }

  /** The words of one event. Throws a VendorFailure when it reports a fault. */
  *words(event: string): Generator<Thought> {
    if (event === '[DONE]') return void (this.#finish ??= 'stop');
    const { error, choices } = parsed<Chunk>(event);
    if (error) throw new VendorFailure(`${this.#vendor} failed in the middle of its answer`, { retryable: true });
    const { delta, finish_reason: finish } = firstOf(choices);
    this.#finish = finish ?? this.#finish;
    for (const fragment of delta?.tool_calls ?? []) this.#take(fragment);
    const text = wordsIn(delta);
    this.#isEmpty &&= text === '';
    if (text !== '') yield { type: 'text', text };
  }

  /** The tool calls of the whole answer, of the tools that were offered. Throws when the answer is not whole. */
  *calls(offered: readonly Tool[]): Generator<Thought> {
    if (this.#finish === null)
      throw new VendorFailure(`${this.#vendor} broke off in the middle of its answer`, { retryable: true });
    if (this.#finish === 'content_filter' && this.#isEmpty)
      throw new VendorFailure(`${this.#vendor} declined to answer`, { retryable: false });
    const names = new Set(offered.map(({ name }) => name));
    for (const slot of this.#slots) if (names.has(slot.name)) yield { type: 'tool_call', call: this.#call(slot) };
  }

  /** Fragments belong together by their index, until another id says that a new call begins. */
  #take({ index = 0, id, function: called = {} }: Fragment): void {
    const slot = this.#slots.findLast((each) => each.index === index);
    if (!slot || isAnother(slot, id)) return this.#open(index, id || null, called);
    slot.name ||= called.name ?? '';
    slot.arguments += called.arguments ?? '';
  }

  #open(index: number, id: string | null, called: NonNullable<Fragment['function']>): void {
    if (this.#slots.length >= MOST_CALLS) return;
    this.#slots.push({ index, id, name: called.name ?? '', arguments: called.arguments ?? '' });
  }

  #call({ id, name, arguments: written }: Slot): ToolCall {
    return { id: id ?? randomUUID(), name, arguments: this.#argumentsOf(written.trim() || '{}') };
  }

  #argumentsOf(written: string): Record<string, unknown> {
    try {
      const value: unknown = JSON.parse(written);
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
    } catch {
      // Told below, like every other thing that is no object.
    }
    throw new VendorFailure(`${this.#vendor} called a tool in a way that cannot be read`, { retryable: true });
  }
}

const firstOf = (choices: unknown): Choice => (Array.isArray(choices) ? ((choices[0] ?? {}) as Choice) : {});

const isAnother = (slot: Slot, id: string | null | undefined): boolean =>
  Boolean(id) && slot.id !== null && id !== slot.id;

const wordsIn = (delta: Delta | null | undefined): string => (typeof delta?.content === 'string' ? delta.content : '');
