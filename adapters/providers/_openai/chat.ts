import type { GenerationRequest, LanguageModel } from '../../../application/ports/language-model.ts';
import type { ChatMessage, Tool } from '../../../domain/voice/conversation-context.ts';
import type { Network } from '../../lib/network.ts';
import { endpoint } from '../../lib/upstream-url.ts';
import { answerSchema } from '../_chat/answer-schema.ts';
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
  /** Leaves the content of a message out that only calls tools, for vendors that take no null there. */
  readonly omitsEmptyContent?: boolean;
  /** How the vendor supports structured output; `whole`: not in a stream. Absent when it does not. */
  readonly structuredOutput?: StructuredOutput;
  readonly network: Network;
}

interface StructuredOutput {
  /** Whether answers are constrained to the schema, which then must require every property. */
  readonly strict: boolean;
  readonly isWhole?: boolean;
}

const asItIs = (id: string): string => id;

/** An LLM with OpenAI's `/chat/completions` API. */
export function openAiChat({ baseUrl, callId = asItIs, structuredOutput, ...wire }: ChatWire): LanguageModel {
  const wordless = wire.omitsEmptyContent === true ? undefined : null;
  const { vendor, model } = wire;
  const formatOf = ({ answer }: GenerationRequest) => (answer ? answerFormat(answer, structuredOutput) : null);
  const isWhole = (request: GenerationRequest): boolean =>
    structuredOutput?.isWhole === true && formatOf(request) !== null;
  return streamingModel({
    ...wire,
    url: endpoint(baseUrl, 'http', '/chat/completions'),
    isWhole,
    body(request) {
      const { messages, tools } = request;
      const format = formatOf(request);
      return {
        ...{ ...parametersOf(wire, request), model },
        messages: accepted(messages, model).map((message) => messageOf(message, callId, wordless)),
        ...(tools.length > 0 && { tools: tools.map(toolOf) }),
        ...(format && { response_format: { type: 'json_schema', json_schema: format } }),
        ...(isWhole(request) ? { stream: false, stream_options: undefined } : { stream: true }),
      };
    },
    createParser: ({ tools }) => new ChatAnswer(vendor, tools),
  });
}

/** The parameters of a request. Vendors name the longest answer differently. */
function parametersOf({ parameters }: Pick<ChatWire, 'parameters'>, { maxTokens }: GenerationRequest) {
  if (maxTokens === undefined) return parameters;
  const field = 'max_completion_tokens' in parameters ? 'max_completion_tokens' : 'max_tokens';
  return { ...parameters, [field]: maxTokens };
}

/** The format of an answer. Null when the vendor has no structured output, or none for this schema. */
function answerFormat({ name, parameters }: Tool, structuredOutput: StructuredOutput | undefined) {
  const schema = structuredOutput && answerSchema(parameters, 'nullable');
  return schema ? { name, strict: structuredOutput.strict, schema } : null;
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

function messageOf(message: ChatMessage, callId: (id: string) => string, wordless: null | undefined) {
  if (message.role === 'tool')
    return { role: message.role, content: message.content, tool_call_id: callId(message.tool_call_id) };
  if (message.role !== 'assistant' || !message.tool_calls?.length) return message;
  const calls = message.tool_calls.map(({ id, name, arguments: given }) => ({
    id: callId(id),
    type: 'function',
    function: { name, arguments: JSON.stringify(given) },
  }));
  return { role: message.role, content: message.content || wordless, tool_calls: calls };
}
