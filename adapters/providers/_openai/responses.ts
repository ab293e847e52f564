import type { LanguageModel, GenerationRequest } from '../../../application/ports/language-model.ts';
import type { ChatMessage, Tool } from '../../../domain/voice/conversation-context.ts';
import { endpoint } from '../../lib/upstream-url.ts';
import { ToolCallState } from '../_chat/tool-call-state.ts';
import { streamingModel } from '../_chat/streaming-model.ts';
import type { ChatWire } from './chat.ts';
import { ResponsesAnswer, type Outputs } from './responses-answer.ts';

/** An LLM with OpenAI's `/responses` API. The vendor stores nothing: encrypted reasoning returns with the tool results. */
export function openAiResponses({ baseUrl, parameters, ...wire }: Omit<ChatWire, 'callId'>): LanguageModel {
  const { vendor, model } = wire;
  const outputs: Outputs = new ToolCallState();
  return streamingModel({
    ...wire,
    url: endpoint(baseUrl, 'http', '/responses'),
    body: (request) => ({
      ...{ model, ...parameters },
      ...conversationOf(request, outputs),
      ...{ store: false, include: ['reasoning.encrypted_content'], stream: true },
    }),
    createParser: ({ tools }) => new ResponsesAnswer(vendor, tools, outputs),
  });
}

const conversationOf = ({ messages, tools }: GenerationRequest, outputs: Outputs) => ({
  input: messages.flatMap((message) => itemsOf(message, outputs)),
  ...(tools.length > 0 && { tools: tools.map(toolOf) }),
});

/** The default here is strict, which would make every parameter required. */
const toolOf = (tool: Tool) => ({ type: 'function', ...tool, strict: false });

function itemsOf(message: ChatMessage, outputs: Outputs): object[] {
  if (message.role === 'tool')
    return [{ type: 'function_call_output', call_id: message.tool_call_id, output: message.content }];
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
  const output = outputs.get(calls[0]?.id ?? '');
  if (output) {
    const answered = new Set<unknown>(calls.map(({ id }) => id));
    return output.filter(({ type, call_id: id }) => type !== 'function_call' || answered.has(id));
  }
  const texts = message.content.trim() === '' ? [] : [{ role: message.role, content: message.content }];
  const called = calls.map(({ id, name, arguments: given }) => ({
    ...{ type: 'function_call', call_id: id, name, arguments: JSON.stringify(given) },
  }));
  return [...texts, ...called];
}
