import type { LanguageModel } from '../../../application/ports/language-model.ts';
import type { ChatMessage, Tool } from '../../../domain/voice/conversation-context.ts';
import type { Network } from '../../lib/network.ts';
import { endpoint } from '../../lib/upstream-url.ts';
import { streamingModel } from '../_chat/streaming-model.ts';
import { ChatAnswer } from './chat-answer.ts';

export interface ChatWire {
  readonly vendor: string;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly model: string;
  /** Further request fields. Undefined ones are left out. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Converts tool call ids for vendors with restrictions on them. */
  readonly callId?: (id: string) => string;
  readonly network: Network;
}

const asItIs = (id: string): string => id;

/** An LLM with OpenAI's `/chat/completions` API. */
export function openAiChat({ baseUrl, parameters, callId = asItIs, ...wire }: ChatWire): LanguageModel {
  const { vendor, model } = wire;
  return streamingModel({
    ...wire,
    url: endpoint(baseUrl, 'http', '/chat/completions'),
    body: ({ messages, tools }) => ({
      ...{ ...parameters, model },
      messages: accepted(messages, model).map((message) => messageOf(message, callId)),
      ...(tools.length > 0 && { tools: tools.map(toolOf) }),
      stream: true,
    }),
    createParser: ({ tools }) => new ChatAnswer(vendor, tools),
  });
}

/**
 * Mistral's models refuse the caller's words right after a tool's answer, as when the caller interrupts: "Unexpected role
 * 'user' after role 'tool'". Other vendors host them too.
 */
function accepted(messages: readonly ChatMessage[], model: string): readonly ChatMessage[] {
  const name = model.toLowerCase();
  if (!['stral', 'xtral'].some((family) => name.includes(family))) return messages;
  return messages.flatMap((message, at): readonly ChatMessage[] =>
    message.role === 'user' && messages[at - 1]?.role === 'tool'
      ? [{ role: 'assistant', content: '(interrupted)' }, message]
      : [message],
  );
}

const toolOf = (tool: Tool) => ({ type: 'function', function: tool });

function messageOf(message: ChatMessage, callId: (id: string) => string) {
  if (message.role === 'tool')
    return { role: message.role, content: message.content, tool_call_id: callId(message.tool_call_id) };
  if (message.role !== 'assistant' || !message.tool_calls?.length) return message;
  const calls = message.tool_calls.map(({ id, name, arguments: given }) => ({
    id: callId(id),
    type: 'function',
    function: { name, arguments: JSON.stringify(given) },
  }));
  return { role: message.role, content: message.content || null, tool_calls: calls };
}
