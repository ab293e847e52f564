import { createHash } from 'node:crypto';
import type { GenerationRequest } from '../../../application/ports/language-model.ts';
import type { ChatMessage, Tool, ToolCall } from '../../../domain/voice/conversation-context.ts';
import { ToolCallState } from '../_chat/tool-call-state.ts';
import { alternateRoles } from '../_chat/alternating-turns.ts';
import { isSameText } from '../_chat/played-words.ts';
import type { Block, ToolCallMessages } from './blocks.ts';

/** State kept between the requests of one conversation. */
export class MessageConversion {
  readonly turns: ToolCallMessages = new ToolCallState();
  #system: string | null = null;

  /**
   * Builds the request for Anthropic's Messages API. Marks the prefix and the messages before the last user message for
   * caching while the system prompt stays the same. Changing excerpts would only be written to the cache, never read.
   */
  of(request: GenerationRequest) {
    const { messages, tools } = request;
    const known = this.#known(request);
    const toBlocks = (message: ChatMessage): Block[] => known.get(message)?.slice() ?? blocksOf(message);
    const { system, turns } = alternateRoles(messages, toBlocks, () => ({ type: 'text', text: '(silence)' }) as const);
    const cached = this.#system === null || this.#system === system ? CACHED : {};
    this.#system = system;
    return {
      ...(system !== '' && { system: [{ type: 'text', text: system, ...cached }] }),
      messages: turns.map(({ role, parts }, at) => ({
        role,
        content: at === turns.length - 2 ? marked(parts, cached) : parts,
      })),
      ...offer(tools, namesCalled(messages)),
    };
  }

  /**
   * Stored messages with tool calls, including thinking. None if one is unknown, has calls that the conversation left
   * out, or the prefix has changed: Claude refuses calls without a result, and thinking after a different prefix.
   * https://platform.claude.com/docs/en/build-with-claude/preserved-thinking/prefix-checks
   */
  #known(request: GenerationRequest): ReadonlyMap<ChatMessage, readonly Block[]> {
    const prefix = prefixOf(request);
    const known = new Map<ChatMessage, readonly Block[]>();
    for (const message of request.messages) {
      const calls = callsOf(message);
      const [first] = calls;
      if (!first) continue;
      const turn = this.turns.get(first.id);
      if (turn?.prefix !== prefix || !hasCalls(turn.blocks, calls)) return new Map();
      // After an interruption the model is given the words that the caller heard, and without the thinking before them.
      if (isPlayed(turn.blocks, message.content)) known.set(message, turn.blocks);
    }
    return known;
  }
}

/** Whether the message has these calls and no others. */
function hasCalls(blocks: readonly Block[], calls: readonly ToolCall[]): boolean {
  const ids = blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
  return ids.length === calls.length && calls.every(({ id }) => ids.includes(id));
}

/** Whether the caller heard all words of a message. What Sonnet 5.5 notes between its calls is spoken too. */
function isPlayed(blocks: readonly Block[], played: string): boolean {
  const words = blocks.map((block) => (block.type === 'text' ? block.text : '')).join(' ');
  const notes = blocks.map((block) => {
    if (block.type === 'thinking') return block.thinking;
    return block.type === 'text' ? block.text : '';
  });
  return isSameText(words, played) || isSameText(notes.join(' '), played);
}

const callsOf = (message: ChatMessage): readonly ToolCall[] =>
  message.role === 'assistant' ? (message.tool_calls ?? []) : [];

/** Key of the system prompt and tools. */
export const prefixOf = ({ messages, tools }: GenerationRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([messages.filter(({ role }) => role === 'system'), tools]))
    .digest('base64');

const CACHED = { cache_control: { type: 'ephemeral' } };

/** Adds a cache mark to the last block that accepts one. Thinking blocks do not. */
function marked(blocks: readonly Block[], mark: object): readonly object[] {
  const last = blocks.findLastIndex(({ type }) => type === 'text' || type === 'tool_use');
  return blocks.map((block, at) => (at === last ? { ...block, ...mark } : block));
}

/** A conversation with tool calls is refused without tools, so tools stay declared even when they must not be called. */
function offer(tools: readonly Tool[], called: readonly string[]): object {
  if (tools.length > 0) return { tools: tools.map(toolOf) };
  if (called.length === 0) return {};
  return { tools: called.map((name) => ({ name, input_schema: { type: 'object' } })), tool_choice: { type: 'none' } };
}

const namesCalled = (messages: readonly ChatMessage[]): string[] => [
  ...new Set(messages.flatMap((message) => callsOf(message).map(({ name }) => name))),
];

const toolOf = ({ name, description, parameters }: Tool) => ({ name, description, input_schema: parameters });

/** Empty text blocks are refused, so they are left out. */
function blocksOf(message: ChatMessage): Block[] {
  if (message.role === 'tool')
    return [{ type: 'tool_result', tool_use_id: message.tool_call_id, content: message.content }];
  const texts: Block[] = message.content.trim() === '' ? [] : [{ type: 'text', text: message.content }];
  const calls = callsOf(message);
  return [...texts, ...calls.map(({ id, name, arguments: input }): Block => ({ type: 'tool_use', id, name, input }))];
}
