import { assert } from 'chai';
import { sarvamLlm } from '../../../adapters/providers/sarvam/llm.ts';
import { withToolCalls } from '../../../domain/voice/conversation-context.ts';
import { chunksOf } from '../../contracts/language-model.contract.ts';
import { chatCompletions } from './chat-dialects.ts';
import { llmServer } from './llm-server.ts';
import { anywhere } from './vendor-stands.ts';

const KEY = 'sk-0123456789';
const SAMPLED = { temperature: 0.3, top_p: 0.9, max_tokens: 50 };
const V1 = '/base/v1/chat/completions';
const V2 = '/base/v2/chat/completions';

describe("sarvam's language models", () => {
  for (const [settings, path, body] of [
    [{}, V1, SAMPLED],
    [{ reasoning_effort: 'high' }, V1, SAMPLED],
    [{ model: 'sarvam-105b' }, V1, { ...SAMPLED, reasoning_effort: null }],
    [{ model: 'sarvam-105b', reasoning_effort: 'low' }, V1, { ...SAMPLED, reasoning_effort: 'low' }],
    [{ model: 'glm5.2' }, V2, SAMPLED],
    [{ model: 'gemma4', reasoning_effort: 'medium' }, V2, { ...SAMPLED, reasoning_effort: 'medium' }],
  ] as const)
    it(`are asked by the version that has the model, with ${JSON.stringify(settings)}`, async () => {
      const server = await llmServer(chatCompletions, KEY);
      const all = { api_key: KEY, base_url: `${server.url}/base/`, ...SAMPLED, ...settings };
      const model = await sarvamLlm.open(all, anywhere());
      const messages = [{ role: 'user', content: 'Hello' }] as const;
      await chunksOf(model.generate({ messages, tools: [] }, new AbortController().signal));
      const [request] = server.received as [(typeof server.received)[0]];
      const sent = JSON.parse(request.body.toString()) as object;
      const named = 'model' in settings ? settings.model : 'sarvam-105b-conversations';
      assert.deepEqual(sent, { ...body, model: named, messages, stream: true });
      assert.equal(request.url.pathname, path);
      assert.equal(request.headers['api-subscription-key'], KEY);
      assert.notProperty(request.headers, 'authorization');
    });

  it('are sent a message that only calls tools without content, where other vendors take null', async () => {
    const server = await llmServer(chatCompletions, KEY);
    const model = await sarvamLlm.open({ api_key: KEY, base_url: server.url }, anywhere());
    const calls = [{ id: 'c1', name: 'search', arguments: {} }];
    const messages = withToolCalls([{ role: 'user', content: 'Hours?' }], calls, 'Nine to five.');
    await chunksOf(model.generate({ messages, tools: [] }, new AbortController().signal));
    const sent = JSON.parse(server.received[0]!.body.toString()) as { messages: object[] };
    assert.deepEqual(sent.messages[1], {
      role: 'assistant',
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'search', arguments: '{}' } }],
    });
  });

  it('are refused by a name that was withdrawn, with the one to use instead', () => {
    for (const model of ['sarvam-m', 'sarvam-30b'])
      assert.throws(
        () => sarvamLlm.parseSettings({ model }),
        `model ${model} was withdrawn by the vendor: use sarvam-105b`,
      );
  });
});
