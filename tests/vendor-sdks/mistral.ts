import { assert } from 'chai';
import { Mistral } from '@mistralai/mistralai';
import type { ChatCompletionStreamRequest, CompletionChunk, ToolCall } from '@mistralai/mistralai/models/components';
import { mistralLlm } from '../../adapters/providers/mistral/llm.ts';
import { END_CONVERSATION } from '../../domain/voice/conversation-context.ts';
import { mistralCompletions } from '../adapters/providers/chat-dialects.ts';
import { llmServer } from '../adapters/providers/llm-server.ts';
import { gathered } from './support/gathered.ts';
import { exchange, KEY, sentBy, type Client, type SdkReply } from './support/models.ts';

const TOOLS = [{ type: 'function' as const, function: { ...END_CONVERSATION } }];

const sdkAt = (serverURL: string): Mistral =>
  new Mistral({ apiKey: KEY, serverURL, retryConfig: { strategy: 'none' } });

/** The SDK validates every event with its own schemas, and throws at one that does not fit. */
const asking = (sdk: Mistral): Client => ({
  async ask(question, signal, onStart) {
    const request: ChatCompletionStreamRequest = {
      model: 'mistral-small-latest',
      messages: [{ role: 'user', content: question }],
      tools: TOOLS,
      reasoningEffort: 'none',
    };
    const events = await gathered(await sdk.chat.stream(request, { fetchOptions: { signal } }), onStart);
    return replyIn(events.map(({ data }) => data));
  },
});

function replyIn(chunks: readonly CompletionChunk[]): SdkReply {
  const choices = chunks.flatMap((chunk) => chunk.choices);
  return {
    text: choices.map(({ delta: { content } }) => (typeof content === 'string' ? content : '')).join(''),
    calls: choices.flatMap(({ delta }) => delta.toolCalls ?? []).map(callOf),
    finish: choices.findLast(({ finishReason }) => finishReason)?.finishReason ?? null,
    outputTokens: chunks.findLast(({ usage }) => usage)?.usage?.completionTokens ?? null,
  };
}

const callOf = ({ id = '', function: { name, arguments: given } }: ToolCall): SdkReply['calls'][number] => ({
  ...{ id, name },
  arguments: typeof given === 'string' ? (JSON.parse(given) as unknown) : given,
});

exchange({
  name: '@mistralai/mistralai',
  wire: mistralCompletions,
  client: ({ url }) => asking(sdkAt(url)),
  finishes: ['stop', 'tool_calls'],
  refused: /^\w*Error: .*401/s,
  fault: /Error: /,
});

describe('a chat request of @mistralai/mistralai', () => {
  it('is what the adapter sends, but for what the SDK leaves to its defaults', async () => {
    const server = await llmServer(mistralCompletions, KEY);
    const events = await sdkAt(server.url).chat.stream({
      model: 'mistral-small-latest',
      maxTokens: 50,
      reasoningEffort: 'none',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hours?' },
        {
          role: 'assistant',
          content: null,
          toolCalls: [
            { id: 'abcDEF123', type: 'function', function: { name: 'search', arguments: '{"query":"hours"}' } },
            { id: 'abcDEF124', type: 'function', function: { name: 'holidays', arguments: '{"month":5}' } },
          ],
        },
        { role: 'tool', content: 'Nine to five.', toolCallId: 'abcDEF123' },
        { role: 'tool', content: 'None.', toolCallId: 'abcDEF124' },
        { role: 'assistant', content: 'Nine to five.' },
        { role: 'user', content: 'good bye then' },
      ],
      tools: TOOLS,
    });
    for await (const _ of events);
    const [{ url, headers, body }] = server.received as [(typeof server.received)[0]];
    assert.deepEqual([url.pathname, headers.authorization], ['/v1/chat/completions', `Bearer ${KEY}`]);
    const settings = (base: string) => ({ base_url: `${base}/v1`, max_tokens: 50 });
    const sent = await sentBy(mistralLlm, mistralCompletions, settings, ['abcDEF123', 'abcDEF124']);
    assert.deepEqual(sent, withoutDefaults(body.toString()));
  });
});

/** What the SDK adds of its own accord. */
const DEFAULTS = new Set(['safe_prompt', 'index', 'strict', 'prefix']);

const withoutDefaults = (body: string): unknown =>
  JSON.parse(body, (name, value: unknown) => (DEFAULTS.has(name) ? undefined : value));
