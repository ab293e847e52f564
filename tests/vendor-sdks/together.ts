import { assert } from 'chai';
import Together from 'together-ai';
import type { CompletionCreateParamsStreaming } from 'together-ai/resources/chat/completions';
import { togetherLlm } from '../../adapters/providers/together/llm.ts';
import { chatCompletions } from '../adapters/providers/chat-dialects.ts';
import { replyIn } from './support/chat-chunks.ts';
import { messages, TOOLS } from './support/chat-requests.ts';
import { exchange, KEY, sentBy, type Client } from './support/models.ts';

const asking = (sdk: Together): Client => ({
  async ask(question, signal, onStart) {
    const body: CompletionCreateParamsStreaming = {
      model: 'zai-org/GLM-5.1',
      messages: [{ role: 'user', content: question }],
      tools: TOOLS,
      reasoning: { enabled: false },
      stream: true,
    };
    return replyIn(await sdk.chat.completions.create(body, { signal }), onStart);
  },
});

exchange({
  name: 'together-ai SDK',
  wire: chatCompletions,
  client: ({ url }) => asking(new Together({ apiKey: KEY, baseURL: `${url}/v1`, maxRetries: 0 })),
  finishes: ['stop', 'tool_calls'],
  refused: /^AuthenticationError: 401/,
  fault: /^(APIError|TogetherError): .*no such key/,
});

describe('chat completions as the together-ai SDK types them', () => {
  const common = { messages: messages(), tools: TOOLS, stream: true, max_tokens: 50 } as const;
  const requests: readonly [object, object][] = [
    [{}, { model: 'openai/gpt-oss-120b', reasoning_effort: 'low' }],
    [{ model: 'moonshotai/Kimi-K2.5' }, { model: 'moonshotai/Kimi-K2.5', reasoning: { enabled: false } }],
  ] satisfies [object, Omit<CompletionCreateParamsStreaming, 'messages' | 'stream'>][];
  for (const [settings, expected] of requests)
    it(`are what the adapter sends with ${JSON.stringify(settings)}, and whether to tell the usage`, async () => {
      const sent = await sentBy(togetherLlm, chatCompletions, (url) => ({
        base_url: url,
        max_tokens: 50,
        ...settings,
      }));
      assert.deepEqual(sent, { ...common, ...expected, stream_options: { include_usage: true } });
    });
});
