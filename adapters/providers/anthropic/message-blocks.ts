import type { Tool, ToolCall } from '../../../domain/voice/conversation-context.ts';
import { TOOL_CALLS_MAX, toolArguments, appendArguments } from '../_chat/tool-arguments.ts';
import type { Block } from './blocks.ts';

/** Maximum number of blocks and of characters of a stored message. */
const BLOCKS_MAX = 64;
const CHARACTERS_MAX = 262_144;

/** Start and delta of a block in the stream. Any field may be missing or malformed. */
export interface BlockStart {
  readonly type?: unknown;
  readonly id?: unknown;
  readonly name?: unknown;
  readonly data?: unknown;
}

export interface BlockDelta {
  readonly text?: unknown;
  readonly partial_json?: unknown;
  readonly thinking?: unknown;
  readonly signature?: unknown;
}

interface Draft {
  readonly type: unknown;
  readonly id: string;
  readonly name: string;
  /** Text, thinking or arguments received so far. */
  text: string;
  /** Opaque data: a signature, or redacted thinking. */
  sealed: string;
}

/** Blocks of one streamed message. */
export class MessageBlocks {
  readonly #vendor: string;
  readonly #offered: ReadonlySet<string>;
  readonly #drafts = new Map<number, Draft>();
  #length = 0;

  constructor(vendor: string, offered: readonly Tool[]) {
    this.#vendor = vendor;
    this.#offered = new Set(offered.map(({ name }) => name));
  }

  typeOf(index: number): unknown {
    return this.#drafts.get(index)?.type;
  }

  open(index: number, { type, id, name, data }: BlockStart): void {
    if (this.#drafts.size >= BLOCKS_MAX) return;
    this.#drafts.set(index, { type, id: string(id), name: string(name), text: '', sealed: string(data) });
  }

  add(index: number, { text, thinking, partial_json: json, signature }: BlockDelta): void {
    const draft = this.#drafts.get(index);
    if (!draft) return;
    if (draft.type === 'tool_use') draft.text = appendArguments(this.#vendor, draft.text, string(json));
    else if (this.#length <= CHARACTERS_MAX) draft.text += string(text) + string(thinking);
    if (this.#length <= CHARACTERS_MAX) draft.sealed += string(signature);
    this.#length += string(text).length + string(thinking).length + string(signature).length;
  }

  /** Calls of offered tools. Throws a VendorFailure when one is malformed. */
  calls(): ToolCall[] {
    return [...this.#drafts.values()]
      .filter(({ type, name }) => type === 'tool_use' && this.#offered.has(name))
      .slice(0, TOOL_CALLS_MAX)
      .map(({ id, name, text }) => ({ id, name, arguments: toolArguments(this.#vendor, text) }));
  }

  /** The whole message with these calls. Null when it is too long, or also called other tools. */
  whole(calls: readonly ToolCall[]): readonly Block[] | null {
    const inputs = new Map(calls.map(({ id, arguments: input }) => [id, input]));
    const drafts = [...this.#drafts.values()];
    const isElse = drafts.some(({ type, id }) => type === 'tool_use' && !inputs.has(id));
    if (isElse || this.#length > CHARACTERS_MAX) return null;
    return drafts.flatMap((draft) => blockOf(draft, inputs.get(draft.id) ?? {}) ?? []);
  }
}

/** Empty text blocks are refused, so they are left out. */
function blockOf({ type, id, name, text, sealed }: Draft, input: object): Block | null {
  switch (type) {
    case 'text':
      return text.trim() === '' ? null : { type, text };
    case 'thinking':
      return { type, thinking: text, signature: sealed };
    case 'redacted_thinking':
      return { type, data: sealed };
    case 'tool_use':
      return { type, id, name, input };
    default:
      return null;
  }
}

const string = (value: unknown): string => (typeof value === 'string' ? value : '');
