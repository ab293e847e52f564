import { assert } from 'chai';
import { azureLlm } from '../../../adapters/providers/azure/llm.ts';
import { openaiLlm } from '../../../adapters/providers/openai/llm.ts';
import { END_CONVERSATION, type ChatMessage, type Tool } from '../../../domain/voice/conversation-context.ts';
import { chunksOf, wordsOf } from '../../contracts/language-model.contract.ts';
import { vendorServer } from './vendor-server.ts';
import { anywhere } from './vendor-stands.ts';

const KEY = 'sk-0123456789';
const SAMPLED = { temperature: 0.3, max_tokens: 50 };

const ANSWER =
  'data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\n' +
  'data: {"type":"response.output_text.delta","delta":"Hi"}\n\ndata: {"type":"response.completed","response":{}}\n\n';

/** Where a model is asked, with which effort and temperature. Answered is either interface, each of which skips the other. */
async function requests(model: string, settings: object, tools: Tool[], provider = openaiLlm) {
  const server = await vendorServer({ http: (_, response) => void response.end(ANSWER) });
  const where = provider === azureLlm ? { endpoint: server.url } : { base_url: `${server.url}/v1` };
  const opened = await provider.open({ api_key: KEY, model, ...where, ...SAMPLED, ...settings }, anywhere());
  const messages: ChatMessage[] = [{ role: 'user', content: 'Hello' }];
  assert.equal(wordsOf(await chunksOf(opened.generate({ messages, tools }, new AbortController().signal))), 'Hi');
  const [{ url, body }] = server.received as [(typeof server.received)[0]];
  const { reasoning_effort, reasoning, temperature } = JSON.parse(body.toString()) as Record<string, unknown>;
  const path = url.pathname.replace(/^.*\/v1/, '');
  return { path, effort: reasoning_effort ?? (reasoning as { effort: string } | undefined)?.effort, temperature };
}

const NO_TOOLS: Tool[] = [];
const TOOLS = [END_CONVERSATION];
const CHAT = '/chat/completions';
const RESPONSES = '/responses';

describe('the reasoning of OpenAI’s models', () => {
  const shapes: readonly [string, string | undefined, Tool[], string, string | undefined][] = [
    ['gpt-4.1-mini', undefined, TOOLS, CHAT, undefined],
    ['ft:gpt-4.1-mini-2025-04-14:acme:desk:id', undefined, TOOLS, CHAT, undefined],
    ['gpt-5-chat-latest', undefined, TOOLS, CHAT, undefined],
    ['gpt-5.2-chat-latest', undefined, TOOLS, CHAT, undefined],
    ['gpt-6-chat-latest', undefined, TOOLS, CHAT, undefined],
    ['chat-latest', undefined, TOOLS, CHAT, undefined],
    ['o3', undefined, TOOLS, CHAT, 'low'],
    ['o4-mini-2025-04-16', undefined, TOOLS, CHAT, 'low'],
    ['o3-pro', undefined, NO_TOOLS, RESPONSES, 'low'],
    ['gpt-5-mini', undefined, TOOLS, CHAT, 'minimal'],
    ['gpt-5-mini', 'low', TOOLS, CHAT, 'low'],
    ['gpt-5-pro', undefined, NO_TOOLS, RESPONSES, 'high'],
    ['gpt-5.1', 'high', TOOLS, CHAT, 'high'],
    ['gpt-5.4-mini', undefined, TOOLS, CHAT, 'none'],
    ['gpt-5.4-mini', 'low', TOOLS, RESPONSES, 'low'],
    ['gpt-5.4-mini', 'low', NO_TOOLS, CHAT, 'low'],
    ['gpt-5.6-luna', undefined, TOOLS, CHAT, 'none'],
    ['gpt-5.6', 'max', NO_TOOLS, RESPONSES, 'max'],
    ['gpt-6-luna', undefined, TOOLS, CHAT, 'none'],
    ['gpt-6-sol', 'medium', TOOLS, RESPONSES, 'medium'],
    ['gpt-6.1-terra', undefined, TOOLS, CHAT, 'none'],
    ['gpt-6-astra', undefined, TOOLS, RESPONSES, 'low'],
    ['gpt-6-astra', undefined, NO_TOOLS, CHAT, 'low'],
    ['gpt-6.1-sol', undefined, TOOLS, RESPONSES, 'low'],
    ['ft:gpt-6.1-sol:acme::id', 'high', TOOLS, RESPONSES, 'high'],
    ['mine', undefined, TOOLS, CHAT, 'none'],
    ['mine', 'high', TOOLS, CHAT, 'high'],
  ];
  for (const [model, chosen, tools, path, effort] of shapes)
    it(`asks ${model} at ${path} for the effort ${effort} when ${chosen} is chosen and ${tools.length} tools are offered`, async () => {
      const reported = await requests(model, { reasoning_effort: chosen }, tools);
      assert.deepEqual([reported.path, reported.effort], [path, effort]);
    });

  for (const [model, stored, effort] of [
    ['gpt-6-astra', 'none', 'low'],
    ['gpt-5.6-luna', 'minimal', 'none'],
    ['gpt-5-mini', 'none', 'minimal'],
    ['gpt-5.4-mini', 'max', 'xhigh'],
    ['gpt-4.1', 'high', undefined],
  ] as const)
    it(`still opens an agent that was stored with ${stored} for ${model}`, async () => {
      assert.equal((await requests(model, { reasoning_effort: stored }, NO_TOOLS)).effort, effort);
    });

  it('samples a model that does not reason, and leaves the temperature of one that does alone', async () => {
    assert.equal((await requests('gpt-6-luna', {}, TOOLS)).temperature, 0.3);
    assert.equal((await requests('gpt-4.1', {}, TOOLS)).temperature, 0.3);
    for (const model of ['gpt-6-astra', 'gpt-5.2-chat-latest', 'gpt-5-mini'])
      assert.isUndefined((await requests(model, {}, TOOLS)).temperature, model);
  });

  const refusals: readonly [string, string, string][] = [
    ['gpt-6-astra', 'none', 'reasoning_effort of gpt-6-astra must be one of: low, medium, high, xhigh, max'],
    ['gpt-6.1-sol', 'minimal', 'reasoning_effort of gpt-6.1-sol must be one of: low, medium, high, xhigh, max'],
    ['gpt-5.6-luna', 'minimal', 'of gpt-5.6-luna must be one of: none, low, medium, high, xhigh, max'],
    ['gpt-5.4', 'max', 'reasoning_effort of gpt-5.4 must be one of: none, low, medium, high, xhigh'],
    ['gpt-5-mini', 'none', 'reasoning_effort of gpt-5-mini must be one of: minimal, low, medium, high'],
    ['gpt-5.3-chat-latest', 'none', 'reasoning_effort of gpt-5.3-chat-latest must be one of: medium'],
    ['ft:gpt-4.1:acme::id', 'low', 'reasoning_effort must be left out: ft:gpt-4.1:acme::id does not reason'],
  ];
  for (const [model, reasoning_effort, message] of refusals)
    it(`refuses ${reasoning_effort} for ${model} when the agent is saved`, () => {
      assert.throws(() => openaiLlm.parseSettings({ model, reasoning_effort }), message);
    });

  it('takes any effort for a model that it does not know, and none for one that does not reason', () => {
    for (const settings of [
      { model: 'mine', reasoning_effort: 'minimal' },
      { model: 'gpt-4.1', reasoning_effort: 'none' },
      { reasoning_effort: 'none' },
      {},
    ])
      assert.deepEqual(openaiLlm.parseSettings(settings), settings);
  });
});

describe('the reasoning of Azure’s deployments', () => {
  const shapes: readonly [string, object, string, string | undefined][] = [
    ['gpt-5.6-luna', {}, CHAT, 'none'],
    ['gpt-6.1-sol-eu', {}, RESPONSES, 'low'],
    ['GPT-5.6-Terra', {}, CHAT, 'none'],
    ['o2-desk', {}, CHAT, undefined],
    ['desk', {}, CHAT, undefined],
    ['desk', { base_model: 'gpt-5.6-luna' }, CHAT, 'none'],
    ['desk', { base_model: 'gpt-5.6-luna', reasoning_effort: 'low' }, RESPONSES, 'low'],
    ['desk', { reasoning_effort: 'low' }, CHAT, 'low'],
  ];
  for (const [model, settings, path, effort] of shapes)
    it(`follows the model name or the base model: ${model} with ${JSON.stringify(settings)}`, async () => {
      const reported = await requests(model, settings, TOOLS, azureLlm);
      assert.deepEqual([reported.path, reported.effort], [path, effort]);
    });

  it('refuse an effort that the model behind them does not take', () => {
    const settings = { endpoint: 'https://mine.openai.azure.com', model: 'desk', base_model: 'gpt-5.6-luna' };
    assert.throws(
      () => azureLlm.parseSettings({ ...settings, reasoning_effort: 'minimal' }),
      'reasoning_effort of gpt-5.6-luna must be one of: none, low, medium, high, xhigh, max',
    );
  });
});
