import type { ThinkRequest } from '../../../application/ports/language-model.ts';
import type { ChatMessage, Tool } from '../../../domain/voice/messages.ts';
import { CallState } from '../chat/call-state.ts';
import { inTurns } from '../chat/turns.ts';
import type { Block, ToolTurns } from './blocks.ts';

/** What is remembered from request to request of one conversation. */
export class Conversation {
  readonly turns: ToolTurns = new CallState();
  #system: string | null = null;

  /**
   * The request as Anthropic's Messages take it. The instructions and all before the caller's last words are marked to be
   * cached, as long as the instructions stay the same: with excerpts that change they would only be written, never read.
   */
  of({ messages, tools }: ThinkRequest) {
    const toBlocks = (message: ChatMessage): Block[] => blocksOf(message, this.turns);
    const { system, turns } = inTurns(messages, toBlocks, () => ({ type: 'text', text: '(silence)' }) as const);
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
}

const CACHED = { cache_control: { type: 'ephemeral' } };

/** The blocks with a mark at the last that can bear one: thinking cannot. */
function marked(blocks: readonly Block[], mark: object): readonly object[] {
  const last = blocks.findLastIndex(({ type }) => type === 'text' || type === 'tool_use');
  return blocks.map((block, at) => (at === last ? { ...block, ...mark } : block));
}

/** A conversation in which tools were called is refused without tools, so those stay declared that must not be called again. */
function offer(tools: readonly Tool[], called: readonly string[]): object {
  if (tools.length > 0) return { tools: tools.map(toolOf) };
  if (called.length === 0) return {};
  return { tools: called.map((name) => ({ name, input_schema: { type: 'object' } })), tool_choice: { type: 'none' } };
}

const namesCalled = (messages: readonly ChatMessage[]): string[] => [
  ...new Set(
    messages.flatMap((message) =>
      message.role === 'assistant' ? (message.tool_calls ?? []).map(({ name }) => name) : [],
    ),
  ),
];

const toolOf = ({ name, description, parameters }: Tool) => ({ name, description, input_schema: parameters });

/** Blocks without words are refused, so there are none. A message that called tools is what it was, as long as it is known. */
function blocksOf(message: ChatMessage, turns: ToolTurns): Block[] {
  if (message.role === 'tool')
    return [{ type: 'tool_result', tool_use_id: message.tool_call_id, content: message.content }];
  const said: Block[] = message.content.trim() === '' ? [] : [{ type: 'text', text: message.content }];
  if (message.role !== 'assistant') return said;
  const calls = message.tool_calls ?? [];
  const whole = turns.get(calls[0]?.id ?? '');
  if (whole) return whole.filter((block) => block.type !== 'tool_use' || calls.some(({ id }) => id === block.id));
  return [...said, ...calls.map(({ id, name, arguments: input }): Block => ({ type: 'tool_use', id, name, input }))];
}
