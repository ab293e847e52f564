import { assert } from 'chai';
import { anthropicLlm } from '../../../adapters/providers/anthropic/llm.ts';
import type { LlmProvider } from '../../../adapters/providers/define.ts';
import { groqLlm } from '../../../adapters/providers/groq/llm.ts';
import { chunksOf } from '../../contracts/language-model.contract.ts';
import { claudeMessages } from './claude-dialect.ts';
import { vendorServer } from './vendor-server.ts';
import { anywhere, failureOf } from './vendor-stands.ts';

const ANSWER = {
  name: 'call_analysis',
  description: 'Records the analysis.',
  parameters: { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] },
};

async function answered(provider: LlmProvider, body: string, settings: object = {}) {
  const server = await vendorServer({ http: (_, response) => void response.end(body) });
  const model = await provider.open({ api_key: 'key', base_url: server.url, ...settings }, anywhere());
  const messages = [{ role: 'user', content: 'On Friday.' }] as const;
  return chunksOf(model.generate({ messages, tools: [], answer: ANSWER }, new AbortController().signal));
}

const completion = (content: string) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 7, completion_tokens: 3 },
});

describe('structured answers', () => {
  it('are read from a response of Groq that is not a stream', async () => {
    assert.deepEqual(await answered(groqLlm, JSON.stringify(completion('{"day":"Friday"}'))), [
      { type: 'text', text: '{"day":"Friday"}' },
      { type: 'finished', reason: 'stop', usage: { input: 7, output: 3 } },
    ]);
  });

  it('fail when such a response is too long, or not JSON', async () => {
    const long = await failureOf(answered(groqLlm, JSON.stringify(completion('x'.repeat(1_100_000)))));
    assert.isFalse(long.retryable);
    assert.isTrue((await failureOf(answered(groqLlm, '<html>'))).retryable);
  });

  it('are the arguments of the tool that an early Claude is made to call', async () => {
    const reported = { text: '', calls: [{ id: 'toolu_1', name: 'call_analysis', arguments: {} }] };
    const stream = claudeMessages.opening + claudeMessages.calls(reported) + claudeMessages.closing(reported);
    const chunks = await answered(anthropicLlm, stream, { model: 'claude-3-5-haiku-latest' });
    assert.deepEqual(chunks[0], { type: 'tool_call', call: { id: 'toolu_1', name: 'call_analysis', arguments: {} } });
  });
});
