import type { ThinkRequest } from '../../../application/ports/language-model.ts';
import type { ChatMessage, Tool } from '../../../domain/voice/messages.ts';
import { inTurns, type Turn } from '../chat/turns.ts';

type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: object }
  | { readonly type: 'tool_result'; readonly tool_use_id: string; readonly content: string };

/** A conversation as Anthropic's Messages take it. The instructions are kept for the next turn, where it is worth it. */
export function conversationOf({ messages, tools }: ThinkRequest) {
  const { system, turns } = inTurns(messages, blocksOf, () => ({ type: 'text', text: '(silence)' }) as const);
  return {
    ...(system !== '' && { system: [{ type: 'text', text: system, cache_control: { type: 'ephemeral' } }] }),
    messages: turns.map(({ role, parts }: Turn<Block>) => ({ role, content: parts })),
    ...offer(tools, namesCalled(messages)),
  };
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

/** Blocks without words are refused, so there are none. */
function blocksOf(message: ChatMessage): Block[] {
  if (message.role === 'tool')
    return [{ type: 'tool_result', tool_use_id: message.tool_call_id, content: message.content }];
  const said: Block[] = message.content.trim() === '' ? [] : [{ type: 'text', text: message.content }];
  if (message.role !== 'assistant') return said;
  const calls = (message.tool_calls ?? []).map(({ id, name, arguments: input }): Block => ({
    type: 'tool_use',
    id,
    name,
    input,
  }));
  return [...said, ...calls];
}
