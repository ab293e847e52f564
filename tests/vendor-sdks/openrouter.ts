import { assert } from 'chai';
import { OpenRouter } from '@openrouter/sdk';
import type { ChatRequest } from '@openrouter/sdk/models';
import { openrouterLlm } from '../../adapters/providers/openrouter/llm.ts';
import { END_CONVERSATION } from '../../domain/voice/conversation-context.ts';
import { openRouterCompletions } from '../adapters/providers/chat-dialects.ts';
import { llmServer } from '../adapters/providers/llm-server.ts';
import { replyIn } from './support/chat-chunks.ts';
import { exchange, KEY, sentBy, type Client } from './support/models.ts';

const TOOLS = [{ type: 'function' as const, function: { ...END_CONVERSATION } }];

const sdkAt = (url: string): OpenRouter =>
  new OpenRouter({ apiKey: KEY, serverURL: `${url}/api/v1`, retryConfig: { strategy: 'none' } });

/** The SDK validates every chunk with its own schemas, and throws at one that does not fit. */
const asking = (sdk: OpenRouter): Client => ({
  async ask(question, signal, onStart) {
    const chatRequest = {
      model: 'openai/gpt-6-luna',
      messages: [{ role: 'user', content: question }],
      tools: TOOLS,
      stream: true,
    } satisfies ChatRequest;
    const chunks = await sdk.chat.send({ chatRequest }, { fetchOptions: { signal } });
    return replyIn(snaked(chunks as AsyncIterable<Chunk>), onStart);
  },
});

interface Chunk {
  readonly error?: { readonly message: string };
  readonly choices: readonly {
    readonly delta: { readonly content?: string | null; readonly toolCalls?: readonly { readonly index: number }[] };
    readonly finishReason: string | null;
  }[];
  readonly usage?: { readonly completionTokens: number };
}

/** The chunks as the other SDKs name their fields. */
async function* snaked(chunks: AsyncIterable<Chunk>): Parameters<typeof replyIn>[0] & AsyncGenerator {
  for await (const { error, choices, usage } of chunks) {
    if (error) throw new Error(error.message);
    yield {
      choices: choices.map(({ delta: { content, toolCalls }, finishReason }) => ({
        ...{ delta: { content, tool_calls: toolCalls }, finish_reason: finishReason },
      })),
      usage: usage && { completion_tokens: usage.completionTokens },
    };
  }
}

exchange({
  name: '@openrouter/sdk',
  wire: openRouterCompletions,
  client: ({ url }) => asking(sdkAt(url)),
  finishes: ['stop', 'tool_calls'],
  refused: /401|Unauthorized/,
  fault: /^Error: no such key/,
});

describe('a chat request of @openrouter/sdk', () => {
  it('equals the adapter’s request except for the reasoning option', async () => {
    const server = await llmServer(openRouterCompletions, KEY);
    const chunks = await sdkAt(server.url).chat.send({
      chatRequest: {
        model: 'openai/gpt-6-luna',
        maxTokens: 50,
        reasoning: { effort: 'none' },
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Hours?' },
          {
            role: 'assistant',
            content: null,
            toolCalls: [
              { id: 'call_1', type: 'function', function: { name: 'search', arguments: '{"query":"hours"}' } },
              { id: 'call_2', type: 'function', function: { name: 'holidays', arguments: '{"month":5}' } },
            ],
          },
          { role: 'tool', content: 'Nine to five.', toolCallId: 'call_1' },
          { role: 'tool', content: 'None.', toolCallId: 'call_2' },
          { role: 'assistant', content: 'Nine to five.' },
          { role: 'user', content: 'good bye then' },
        ],
        tools: TOOLS,
        stream: true,
      },
    });
    for await (const _ of chunks as AsyncIterable<unknown>);
    const [{ url, headers, body }] = server.received as [(typeof server.received)[0]];
    assert.deepEqual([url.pathname, headers.authorization], ['/api/v1/chat/completions', `Bearer ${KEY}`]);
    const sent = await sentBy(openrouterLlm, openRouterCompletions, (base) => ({
      ...{ base_url: `${base}/api/v1`, max_tokens: 50 },
    }));
    const { reasoning, ...rest } = sent;
    const { reasoning: typed, ...expected } = JSON.parse(body.toString()) as Record<string, unknown>;
    assert.deepEqual(rest, expected);
    assert.deepEqual(reasoning, { ...(typed as object), exclude: true });
  });
});
