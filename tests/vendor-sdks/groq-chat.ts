import { assert } from 'chai';
import Groq from 'groq-sdk';
import type { ChatCompletionCreateParamsStreaming } from 'groq-sdk/resources/chat/completions';
import { groqLlm } from '../../adapters/providers/groq/llm.ts';
import { chatCompletions } from '../adapters/providers/chat-dialects.ts';
import { replyIn } from './support/chat-chunks.ts';
import { messages, TOOLS } from './support/chat-requests.ts';
import { exchange, KEY, sentBy, type Client } from './support/models.ts';

const asking = (sdk: Groq): Client => ({
  async ask(question, signal, onStart) {
    const body: ChatCompletionCreateParamsStreaming = {
      model: 'openai/gpt-oss-20b',
      messages: [{ role: 'user', content: question }],
      tools: TOOLS,
      stream: true,
    };
    return replyIn(await sdk.chat.completions.create(body, { signal }), onStart);
  },
});

exchange({
  name: 'groq-sdk',
  wire: chatCompletions,
  client: ({ url }) => asking(new Groq({ apiKey: KEY, baseURL: url, maxRetries: 0 })),
  finishes: ['stop', 'tool_calls'],
  refused: /^AuthenticationError: 401/,
  fault: /^APIError: .*no such key/,
});

describe('chat completions as the groq-sdk types them', () => {
  const common = { messages: messages(), tools: TOOLS, stream: true, max_completion_tokens: 50 } as const;
  const requests: readonly [object, ChatCompletionCreateParamsStreaming][] = [
    [{}, { ...common, model: 'openai/gpt-oss-120b', reasoning_effort: 'low', include_reasoning: false }],
    [
      { model: 'qwen/qwen3.6-27b' },
      { ...common, model: 'qwen/qwen3.6-27b', reasoning_effort: 'none', reasoning_format: 'hidden' },
    ],
    [
      { model: 'qwen/qwen3.8-27b', reasoning_effort: 'medium' },
      { ...common, model: 'qwen/qwen3.8-27b', reasoning_effort: 'medium', reasoning_format: 'hidden' },
    ],
  ];
  for (const [settings, expected] of requests)
    it(`are what the adapter sends with ${JSON.stringify(settings)}, and whether to tell the usage`, async () => {
      const sent = await sentBy(groqLlm, chatCompletions, (url) => ({ base_url: url, max_tokens: 50, ...settings }));
      assert.deepEqual(sent, { ...expected, stream_options: { include_usage: true } });
    });
});
