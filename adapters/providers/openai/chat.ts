import type { LanguageModel, ThinkRequest, Thought } from '../../../application/ports/language-model.ts';
import type { ChatMessage, Tool } from '../../../domain/voice/messages.ts';
import { post } from '../../lib/http-stream.ts';
import type { Network } from '../../lib/network.ts';
import { serverSentEvents } from '../../lib/server-sent-events.ts';
import { endpoint } from '../../lib/upstream-url.ts';
import { ChatAnswer } from './chat-answer.ts';

/** The first words, and each further piece, must come within this. In milliseconds. */
const PATIENCE_MS = 8_000;

export interface ChatWire {
  readonly vendor: string;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly model: string;
  /** Fields of the request besides the model, the messages and the tools. Undefined ones are left out. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly network: Network;
}

/** A language model that speaks OpenAI's `/chat/completions`. */
export function openAiChat({ vendor, baseUrl, headers, model, parameters, network }: ChatWire): LanguageModel {
  const url = endpoint(baseUrl, 'http', '/chat/completions');
  const closed = new AbortController();
  return {
    model,
    async *think(request, signal): AsyncGenerator<Thought> {
      const stop = AbortSignal.any([signal, closed.signal]);
      if (stop.aborted) return;
      try {
        const { bytes } = await post({
          vendor,
          url,
          headers: { ...headers, 'content-type': 'application/json', accept: 'text/event-stream' },
          body: JSON.stringify({ model, ...parameters, ...conversationOf(request), stream: true }),
          network,
          signal: stop,
          patienceMs: PATIENCE_MS,
        });
        const answer = new ChatAnswer(vendor);
        for await (const event of serverSentEvents(bytes))
          for (const thought of answer.words(event)) {
            yield thought;
            if (stop.aborted) return;
          }
        if (!stop.aborted) yield* answer.calls(request.tools);
      } catch (failure) {
        if (!stop.aborted) throw failure;
      }
    },
    close: () => closed.abort(),
  };
}

const conversationOf = ({ messages, tools }: ThinkRequest) => ({
  messages: messages.map(messageOf),
  ...(tools.length > 0 && { tools: tools.map(toolOf) }),
});

const toolOf = (tool: Tool) => ({ type: 'function', function: tool });

function messageOf(message: ChatMessage) {
  if (message.role !== 'assistant' || !message.tool_calls?.length) return message;
  const calls = message.tool_calls.map(({ id, name, arguments: given }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(given) },
  }));
  return { role: message.role, content: message.content || null, tool_calls: calls };
}
