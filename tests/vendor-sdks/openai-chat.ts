import { assert } from 'chai';
import OpenAI from 'openai';
import type { ChatCompletionChunk } from 'openai/resources';
import { chatCompletions } from '../adapters/providers/chat-dialects.ts';
import { thinkingServer } from '../adapters/providers/thinking-server.ts';

const KEY = 'sk-0123456789';

describe('openai SDK against the scripted chat completions server', () => {
  it('streams the text of a reply up to its finish reason and usage', async () => {
    const server = await thinkingServer(chatCompletions, KEY);
    const client = new OpenAI({ apiKey: KEY, baseURL: `${server.url}/v1`, maxRetries: 0 });
    const chunks: ChatCompletionChunk[] = [];
    const stream = await client.chat.completions.create({
      model: 'gpt-6-luna',
      messages: [{ role: 'user', content: 'what is this' }],
      stream: true,
    });
    for await (const chunk of stream) chunks.push(chunk);
    const text = chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
    assert.equal(text, 'I heard you say: what is this.');
    assert.deepEqual(
      chunks.map(({ choices }) => choices[0]?.finish_reason ?? null).filter((reason) => reason !== null),
      ['stop'],
    );
    assert.equal(chunks.at(-1)?.usage?.completion_tokens, 3);
  });
});
