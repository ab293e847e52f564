import { assert } from 'chai';
import { openaiCompatibleLlm } from '../../../adapters/providers/openai-compatible/llm.ts';
import { END_CONVERSATION } from '../../../domain/voice/conversation-context.ts';
import { chunksOf } from '../../contracts/language-model.contract.ts';
import { chatCompletions } from './chat-dialects.ts';
import { llmServer } from './llm-server.ts';
import { anywhere } from './vendor-stands.ts';

const SERVER = { base_url: 'https://models.example.com/v1', model: 'mine' };

describe('extra_body of an OpenAI-compatible server', () => {
  it('is part of every request, and decides over settings of the same name', async () => {
    const server = await llmServer(chatCompletions, 'k');
    const extra = { chat_template_kwargs: { enable_thinking: false }, temperature: 0.9 };
    const model = await openaiCompatibleLlm.open(
      { ...SERVER, base_url: server.url, temperature: 0.2, extra_body: extra },
      anywhere(),
    );
    const messages = [{ role: 'user', content: 'Hello' }] as const;
    await chunksOf(model.generate({ messages, tools: [END_CONVERSATION] }, new AbortController().signal));
    assert.deepEqual(JSON.parse(server.received[0]!.body.toString()), {
      ...{ ...extra, model: 'mine', messages, stream: true },
      tools: [{ type: 'function', function: END_CONVERSATION }],
    });
  });

  const refusals: readonly [string, unknown, string][] = [
    ['model', { model: 'other' }, 'extra_body must not have the field model'],
    ['messages', { messages: [] }, 'extra_body must not have the field messages'],
    ['tools', { tools: null }, 'extra_body must not have the field tools'],
    ['stream', { stream: false }, 'extra_body must not have the field stream'],
    ['a list', [1], 'extra_body must be object'],
    ['a novel', { text: 'x'.repeat(16_384) }, 'extra_body must have at most 16384 characters of JSON'],
  ];
  for (const [what, extra, message] of refusals)
    it(`is refused with ${what} when the agent is saved`, () => {
      assert.throws(() => openaiCompatibleLlm.parseSettings({ ...SERVER, extra_body: extra }), message);
    });

  it('is stored as it was given', () => {
    const settings = { ...SERVER, extra_body: { top_k: 20 } };
    assert.deepEqual(openaiCompatibleLlm.parseSettings(settings), settings);
  });
});
