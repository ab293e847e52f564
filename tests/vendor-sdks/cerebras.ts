import { assert } from 'chai';
import { Cerebras } from '@cerebras/cerebras_cloud_sdk';
import type { ChatCompletionCreateParamsStreaming } from '@cerebras/cerebras_cloud_sdk/resources/chat/completions';
import { cerebrasLlm } from '../../adapters/providers/cerebras/llm.ts';
import { cerebrasCompletions } from '../adapters/providers/chat-dialects.ts';
import { replyIn } from './support/chat-chunks.ts';
import { messages, TOOLS } from './support/chat-requests.ts';
import { exchange, KEY, sentBy, type Client } from './support/models.ts';

const asking = (sdk: Cerebras): Client => ({
  async ask(question, signal, onStart) {
    const body: ChatCompletionCreateParamsStreaming = {
      model: 'qwen-3.8-27b',
      messages: [{ role: 'user', content: question }],
      tools: TOOLS,
      reasoning_effort: 'none',
      stream: true,
    };
    const chunks = await sdk.chat.completions.create(body);
    // A signal ends only the request of this SDK, not the stream.
    signal.addEventListener('abort', () => chunks.controller.abort());
    return replyIn(chunks as Parameters<typeof replyIn>[0], onStart);
  },
});

exchange({
  name: '@cerebras/cerebras_cloud_sdk',
  wire: cerebrasCompletions,
  client: ({ url }) => asking(new Cerebras({ apiKey: KEY, baseURL: url, maxRetries: 0, warmTCPConnection: false })),
  finishes: ['stop', 'tool_calls'],
  refused: /^AuthenticationError: 401/,
  // Of a fault within a stream the SDK says nothing more.
  fault: /^APIConnectionError/,
});

describe('chat completions as the SDK of Cerebras types them', () => {
  const common = { messages: messages(), tools: TOOLS, stream: true, max_completion_tokens: 50 } as const;
  const requests: readonly [object, ChatCompletionCreateParamsStreaming][] = [
    [{}, { ...common, model: 'gpt-oss-120b', reasoning_effort: 'low' }],
    [{ model: 'qwen-3.8-27b' }, { ...common, model: 'qwen-3.8-27b', reasoning_effort: 'none' }],
  ];
  for (const [settings, expected] of requests)
    it(`are what the adapter sends with ${JSON.stringify(settings)}`, async () => {
      const sent = await sentBy(cerebrasLlm, cerebrasCompletions, (url) => ({
        base_url: url,
        max_tokens: 50,
        ...settings,
      }));
      assert.deepEqual(sent, { ...expected });
    });
});
