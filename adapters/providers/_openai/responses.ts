import type { LanguageModel, GenerationRequest } from '../../../application/ports/language-model.ts';
import type { ChatMessage, Tool } from '../../../domain/voice/conversation-context.ts';
import { endpoint } from '../../lib/upstream-url.ts';
import { answerSchema } from '../_chat/answer-schema.ts';
import { ToolCallState } from '../_chat/tool-call-state.ts';
import { streamingModel } from '../_chat/streaming-model.ts';
import type { ChatWire } from './chat.ts';
import { ResponsesAnswer, type OutputItem, type Outputs } from './responses-answer.ts';
import { isSameText } from '../_chat/played-words.ts';

/** An LLM with OpenAI's `/responses` API. The vendor stores nothing: encrypted reasoning returns with the tool results. */
export function openAiResponses({
  baseUrl,
  parameters,
  ...wire
}: Omit<ChatWire, 'callId' | 'structuredOutput'>): LanguageModel {
  const { vendor, model } = wire;
  const outputs: Outputs = new ToolCallState();
  return streamingModel({
    ...wire,
    url: endpoint(baseUrl, 'http', '/responses'),
    body: (request) => ({
      ...{ model, ...parameters },
      ...(request.maxTokens !== undefined && { max_output_tokens: request.maxTokens }),
      ...(request.answer && { text: { ...(parameters['text'] as object | undefined), ...formatOf(request.answer) } }),
      ...conversationOf(request, outputs),
      ...{ store: false, include: ['reasoning.encrypted_content'], stream: true },
    }),
    createParser: ({ tools }) => new ResponsesAnswer(vendor, tools, outputs),
  });
}

/** The format of an answer, if there is one for its schema. */
function formatOf({ name, parameters }: Tool): object {
  const schema = answerSchema(parameters, 'nullable');
  return schema ? { format: { type: 'json_schema', name, strict: true, schema } } : {};
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
  if (output) return answeredItems(output, message.content, new Set<unknown>(calls.map(({ id }) => id)));
  const texts = message.content.trim() === '' ? [] : [{ role: message.role, content: message.content }];
  const called = calls.map(({ id, name, arguments: given }) => ({
    ...{ type: 'function_call', call_id: id, name, arguments: JSON.stringify(given) },
  }));
  return [...texts, ...called];
}

/**
 * The items of a response that the context still has: calls with an answer, and the words if they were played as they are;
 * else those that were played take their place. Reasoning returns only with the item after it: "Item of type 'reasoning'
 * was provided without its required following item."
 */
function answeredItems(output: readonly OutputItem[], played: string, answered: ReadonlySet<unknown>): object[] {
  const texts = output.filter(({ type }) => type === 'message');
  const isWhole = isSameText(texts.map(textIn).join(' '), played);
  const kept: object[] = [];
  let isNextKept = false;
  for (const item of output.toReversed()) {
    if (item.type === 'function_call') isNextKept = answered.has(item.call_id);
    else if (item.type === 'message') isNextKept = isWhole;
    if (isNextKept) kept.push(item);
    if (!isWhole && item === (texts[0] ?? output[0]) && played.trim() !== '')
      kept.push({ role: 'assistant', content: played });
  }
  return kept.toReversed();
}

/** The text of a message item. */
function textIn({ content }: OutputItem): string {
  const parts: unknown[] = Array.isArray(content) ? content : [];
  return parts
    .map((part) => (typeof part === 'object' && part !== null && 'text' in part ? String(part.text) : ''))
    .join(' ');
}
