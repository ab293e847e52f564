import { assert } from 'chai';
import { Ollama } from 'ollama';
import OpenAI from 'openai';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources';
import { ollamaLlm } from '../../adapters/providers/ollama/llm.ts';
import { chatCompletions } from '../adapters/providers/chat-dialects.ts';
import { vendorServer } from '../adapters/providers/vendor-server.ts';
import { anywhere } from '../adapters/providers/vendor-stands.ts';
import { replyIn } from './support/chat-chunks.ts';
import { messages, TOOLS } from './support/chat-requests.ts';
import { exchange, KEY, sentBy, type Client } from './support/models.ts';

/** The chat completions of Ollama are for the SDK of OpenAI, as Ollama's documentation says; its own SDK has none. */
const asking = (sdk: OpenAI): Client => ({
  async ask(question, signal, onStart) {
    const body: ChatCompletionCreateParamsStreaming = {
      model: 'qwen3',
      messages: [{ role: 'user', content: question }],
      tools: TOOLS,
      reasoning_effort: 'none',
      stream: true,
      stream_options: { include_usage: true },
    };
    return replyIn(await sdk.chat.completions.create(body, { signal }), onStart);
  },
});

exchange({
  name: 'openai SDK as Ollama’s documentation uses it',
  wire: chatCompletions,
  client: ({ url }) => asking(new OpenAI({ apiKey: 'ollama', baseURL: `${url}/v1`, maxRetries: 0 })),
  finishes: ['stop', 'tool_calls'],
  refused: /^AuthenticationError: 401/,
  fault: /^APIError: no such key/,
});

describe('what Ollama is asked', () => {
  it('is a chat completion without thinking', async () => {
    const expected: ChatCompletionCreateParamsStreaming = {
      model: 'qwen3',
      reasoning_effort: 'none',
      messages: messages(),
      tools: TOOLS,
      stream: true,
      stream_options: { include_usage: true },
    };
    const sent = await sentBy(ollamaLlm, chatCompletions, (url) => ({ base_url: `${url}/ollama`, model: 'qwen3' }));
    assert.deepEqual(sent, { ...expected });
  });

  it('is to load the model as the ollama SDK asks for it, in which the SDK recognises the answer', async () => {
    const server = await vendorServer({
      http: (_, response) =>
        void response.end(
          '{"model":"qwen3","created_at":"2026-11-01T00:00:00Z","response":"","done":true,"done_reason":"load"}',
        ),
    });
    const { done, done_reason: reason } = await new Ollama({ host: server.url }).generate({
      model: 'qwen3',
      prompt: '',
    });
    assert.deepEqual([done, reason], [true, 'load']);
    await ollamaLlm.open({ api_key: KEY, base_url: `${server.url}/v1`, model: 'qwen3' }, anywhere());
    await server.requests(2);
    const [typed, ours] = server.received.map(({ method, url, body }) => [
      method,
      url.pathname,
      JSON.parse(body.toString()) as object,
    ]);
    assert.deepEqual(ours, typed);
  });
});
