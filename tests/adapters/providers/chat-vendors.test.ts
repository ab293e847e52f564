import { assert } from 'chai';
import type { LlmProvider } from '../../../adapters/providers/define.ts';
import {
  anthropicLlm,
  azureLlm,
  cerebrasLlm,
  googleLlm,
  groqLlm,
  mistralLlm,
  ollamaLlm,
  openrouterLlm,
  togetherLlm,
} from '../../../adapters/providers/index.ts';
import type { ChatMessage } from '../../../domain/voice/conversation-context.ts';
import { chunksOf, wordsOf } from '../../contracts/language-model.contract.ts';
import { chatCompletions } from './chat-dialects.ts';
import { llmServer } from './llm-server.ts';
import { vendorServer } from './vendor-server.ts';
import { anywhere, failureOf } from './vendor-stands.ts';

const KEY = 'sk-0123456789';
const QUESTION: ChatMessage[] = [{ role: 'user', content: 'Hello' }];
const SAMPLED = { temperature: 0.3, top_p: 0.9, max_tokens: 50 };
const USAGE = { stream_options: { include_usage: true } };
const never = (): AbortSignal => new AbortController().signal;

/** What a vendor is asked with these settings: the path, the headers, and the body without what every body has. */
async function request(provider: LlmProvider, settings: object, messages = QUESTION) {
  const server = await llmServer(chatCompletions, KEY);
  const where = { api_key: KEY, base_url: `${server.url}/base` };
  const model = await provider.open({ ...where, ...SAMPLED, ...settings }, anywhere());
  await chunksOf(model.generate({ messages, tools: [] }, never()));
  const [{ url, headers, body: bytes }] = server.received as [(typeof server.received)[0]];
  const { model: name, messages: sent, stream, ...body } = JSON.parse(bytes.toString()) as Record<string, unknown>;
  assert.isTrue(stream);
  return { path: url.pathname, headers, model: name, messages: sent, body };
}

const old = SAMPLED;
const { max_tokens: longest, ...sampling } = SAMPLED;
const renamed = { ...sampling, max_completion_tokens: longest };

type Shape = readonly [LlmProvider, object, string, object];
const SHAPES: readonly Shape[] = [
  [groqLlm, {}, 'openai/gpt-oss-120b', { ...renamed, ...USAGE, reasoning_effort: 'low', include_reasoning: false }],
  [
    groqLlm,
    { model: 'openai/gpt-oss-20b', reasoning_effort: 'none' },
    'openai/gpt-oss-20b',
    { ...renamed, ...USAGE, reasoning_effort: 'low', include_reasoning: false },
  ],
  [
    groqLlm,
    { model: 'qwen/qwen3.6-27b' },
    'qwen/qwen3.6-27b',
    { ...renamed, ...USAGE, reasoning_effort: 'none', reasoning_format: 'hidden' },
  ],
  [
    groqLlm,
    { model: 'qwen/qwen3.6-27b', reasoning_effort: 'high' },
    'qwen/qwen3.6-27b',
    { ...renamed, ...USAGE, reasoning_effort: 'default', reasoning_format: 'hidden' },
  ],
  [
    groqLlm,
    { model: 'qwen/qwen3.8-27b', reasoning_effort: 'high' },
    'qwen/qwen3.8-27b',
    { ...renamed, ...USAGE, reasoning_effort: 'high', reasoning_format: 'hidden' },
  ],
  [groqLlm, { model: 'mine' }, 'mine', { ...renamed, ...USAGE }],
  [cerebrasLlm, {}, 'gpt-oss-120b', { ...renamed, reasoning_effort: 'low' }],
  [cerebrasLlm, { reasoning_effort: 'none' }, 'gpt-oss-120b', { ...renamed, reasoning_effort: 'low' }],
  [cerebrasLlm, { model: 'qwen-3.8-27b' }, 'qwen-3.8-27b', { ...renamed, reasoning_effort: 'none' }],
  [
    cerebrasLlm,
    { model: 'qwen-3.8-27b', reasoning_effort: 'high' },
    'qwen-3.8-27b',
    { ...renamed, reasoning_effort: 'high' },
  ],
  [cerebrasLlm, { model: 'mine' }, 'mine', renamed],
  [togetherLlm, {}, 'openai/gpt-oss-120b', { ...old, ...USAGE, reasoning_effort: 'low' }],
  [togetherLlm, { reasoning_effort: 'none' }, 'openai/gpt-oss-120b', { ...old, ...USAGE, reasoning_effort: 'low' }],
  ...['moonshotai/Kimi-K2.5', 'zai-org/GLM-5.1', 'Qwen/Qwen3.5-9B', 'deepseek-ai/DeepSeek-V4-Pro'].map(
    (model): Shape => [
      ...([togetherLlm, { model }, model] as const),
      { ...old, ...USAGE, reasoning: { enabled: false } },
    ],
  ),
  [
    togetherLlm,
    { model: 'zai-org/GLM-5.1', reasoning_effort: 'medium' },
    'zai-org/GLM-5.1',
    { ...old, ...USAGE, reasoning: { enabled: true } },
  ],
  [togetherLlm, { model: 'google/gemma-4-31B-it' }, 'google/gemma-4-31B-it', { ...old, ...USAGE }],
  [openrouterLlm, {}, 'openai/gpt-6-luna', { ...old, reasoning: { effort: 'none', exclude: true } }],
  ...(
    [
      ['openai/gpt-6-astra', 'low'],
      ['openai/gpt-oss-120b', 'low'],
      ['google/gemini-3.8-flash', 'low'],
    ] as const
  ).map(([model, effort]): Shape => [
    ...([openrouterLlm, { model }, model] as const),
    { ...old, reasoning: { effort, exclude: true } },
  ]),
  [openrouterLlm, { model: 'openai/gpt-4.1' }, 'openai/gpt-4.1', { ...old, reasoning: { exclude: true } }],
  [mistralLlm, {}, 'mistral-small-latest', { ...old, reasoning_effort: 'none' }],
  [mistralLlm, { model: 'mistral-medium-3-5' }, 'mistral-medium-3-5', { ...old, reasoning_effort: 'none' }],
  [mistralLlm, { model: 'ministral-8b-latest' }, 'ministral-8b-latest', old],
  [mistralLlm, { reasoning_effort: 'high' }, 'mistral-small-latest', { ...old, reasoning_effort: 'high' }],
  [ollamaLlm, {}, 'gpt-oss:20b', { ...old, ...USAGE, reasoning_effort: 'low' }],
  [ollamaLlm, { reasoning_effort: 'none' }, 'gpt-oss:20b', { ...old, ...USAGE, reasoning_effort: 'low' }],
  ...['llama3.1', 'qwen3', 'gemma4:31b'].map((model): Shape => [
    ...([ollamaLlm, { model }, model] as const),
    { ...old, ...USAGE, reasoning_effort: 'none' },
  ]),
  [ollamaLlm, { model: 'qwen3', reasoning_effort: 'high' }, 'qwen3', { ...old, ...USAGE, reasoning_effort: 'high' }],
];

describe('the vendors of chat completions', () => {
  for (const [provider, settings, model, body] of SHAPES) {
    const { provider: name } = provider.declaration;
    it(`ask ${name} with ${JSON.stringify(settings)} for what it takes`, async () => {
      const requested = await request(provider, settings);
      assert.equal(requested.path, '/base/chat/completions');
      assert.equal(requested.headers.authorization, `Bearer ${KEY}`);
      assert.deepEqual({ model: requested.model, body: requested.body }, { model, body });
    });
  }

  it('reach Ollama without a key, at this machine unless told otherwise', async () => {
    assert.notProperty((await request(ollamaLlm, { api_key: null })).headers, 'authorization');
    assert.equal(ollamaLlm.declaration.fields['base_url']?.default, 'http://localhost:11434/v1');
  });

  it('send site_url and app_name to OpenRouter when they are set', async () => {
    const { headers } = await request(openrouterLlm, { site_url: 'https://desk.example', app_name: 'Desk' });
    assert.deepInclude(headers, { 'http-referer': 'https://desk.example', 'x-title': 'Desk' });
  });

  it('give Mistral ids of nine letters, and the same ones to a call and its answer', async () => {
    const calls = ['call_0fypS1hVX', 'abcDEF123'].map((id) => ({ id, name: 'search', arguments: {} }));
    const { messages } = await request(mistralLlm, {}, [
      ...QUESTION,
      { role: 'assistant', content: '', tool_calls: calls },
      ...calls.map(({ id }) => ({ role: 'tool', content: 'Nine to five.', tool_call_id: id }) as const),
    ]);
    const [, call, ...answers] = messages as [object, { tool_calls: { id: string }[] }, ...{ tool_call_id: string }[]];
    const ids = call.tool_calls.map(({ id }) => id);
    assert.match(ids[0]!, /^[a-zA-Z0-9]{9}$/);
    assert.equal(ids[1], 'abcDEF123');
    const answered = answers.map(({ tool_call_id: id }) => id);
    assert.deepEqual(answered, ids);
  });

  for (const [endpoint, path] of [
    ['', '/openai/v1/chat/completions'],
    ['/', '/openai/v1/chat/completions'],
    ['/openai/v1/', '/openai/v1/chat/completions'],
    ['/team', '/team/openai/v1/chat/completions'],
  ] as const)
    it(`reach Azure at an endpoint that ends in “${endpoint}”`, async () => {
      const server = await llmServer(chatCompletions, KEY);
      const settings = { api_key: KEY, endpoint: `${server.url}${endpoint}`, model: 'desk', ...SAMPLED };
      const model = await azureLlm.open(settings, anywhere());
      await chunksOf(model.generate({ messages: QUESTION, tools: [] }, never()));
      const [{ url, headers, body }] = server.received as [(typeof server.received)[0]];
      assert.equal(`${url.pathname}${url.search}`, path);
      assert.equal(headers['api-key'], KEY);
      assert.notProperty(headers, 'authorization');
      assert.deepInclude(JSON.parse(body.toString()), { model: 'desk', ...renamed, ...USAGE });
    });

  it('ask a reasoning deployment of Azure’s without a temperature', async () => {
    const server = await llmServer(chatCompletions, KEY);
    const settings = { api_key: KEY, endpoint: server.url, model: 'desk', ...SAMPLED, reasoning_effort: 'low' };
    const model = await azureLlm.open(settings, anywhere());
    await chunksOf(model.generate({ messages: QUESTION, tools: [] }, never()));
    const body = JSON.parse(server.received[0]!.body.toString()) as object;
    assert.include(body, { reasoning_effort: 'low', max_completion_tokens: 50 });
    assert.doesNotHaveAnyKeys(body, ['temperature', 'top_p']);
  });

  it('refuse addresses that are none, by the name of the field', () => {
    const parse = (provider: LlmProvider, settings: object) => () => provider.parseSettings({ ...settings });
    assert.throws(parse(groqLlm, { base_url: 'file:///etc' }), 'base_url must be an http, https, ws or wss URL');
    assert.throws(parse(azureLlm, { endpoint: 'https://a:b@c', model: 'm' }), 'endpoint must not contain credentials');
  });

  it('bound temperature and length, each as its vendor does', () => {
    for (const provider of [groqLlm, togetherLlm, openrouterLlm, ollamaLlm, azureLlm, googleLlm])
      assert.equal(provider.declaration.fields['temperature']?.maximum, 2);
    for (const provider of [mistralLlm, cerebrasLlm])
      assert.throws(() => provider.parseSettings({ temperature: 1.6 }), 'temperature must be <= 1.5');
    assert.throws(() => anthropicLlm.parseSettings({ temperature: 1.1 }), 'temperature must be <= 1');
    assert.throws(() => googleLlm.parseSettings({ max_tokens: 65_537 }), 'max_tokens must be <= 65536');
  });

  it('reads words that come in parts, but not the thoughts among them', async () => {
    const parts = [
      { type: 'thinking', thinking: [{ text: 'Hm' }] },
      { type: 'text', text: 'Hi' },
    ];
    const server = await vendorServer({
      http: (_, response) =>
        void response.end(
          `data: ${JSON.stringify({ choices: [{ delta: { content: parts }, finish_reason: 'stop' }] })}\n\n`,
        ),
    });
    const model = await mistralLlm.open({ api_key: KEY, base_url: server.url }, anywhere());
    assert.equal(wordsOf(await chunksOf(model.generate({ messages: QUESTION, tools: [] }, never()))), 'Hi');
  });

  it('reads Groq’s token usage from x_groq and from the standard field', async () => {
    const server = await vendorServer({
      http: (_, response) =>
        void response.end(
          'data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"length"}],' +
            '"x_groq":{"usage":{"prompt_tokens":9,"completion_tokens":4}}}\n\n',
        ),
    });
    const model = await groqLlm.open({ api_key: KEY, base_url: server.url }, anywhere());
    assert.deepEqual((await chunksOf(model.generate({ messages: QUESTION, tools: [] }, never()))).at(-1), {
      ...{ type: 'finished', reason: 'length', usage: { input: 9, output: 4 } },
    });
  });

  it('may try again what Groq refuses for a tool call that its model wrote badly', async () => {
    const refusal = '{"error":{"message":"…","type":"invalid_request_error","code":"tool_use_failed"}}';
    const server = await vendorServer({ http: (_, response) => void response.writeHead(400).end(refusal) });
    const model = await groqLlm.open({ api_key: KEY, base_url: server.url }, anywhere());
    const failure = await failureOf(chunksOf(model.generate({ messages: QUESTION, tools: [] }, never())));
    assert.isTrue(failure.retryable);
  });

  const endings: readonly [string, string, boolean][] = [
    ['a fault that is the request’s', '{"error":{"code":402,"message":"no credits"}}', false],
    ['a fault that passes', '{"error":{"code":502,"message":"down"}}', true],
    ['a fault with a status beside it', '{"error":{"code":"wrong","message":"no"},"status_code":400}', false],
    ['an answer that was all reasoning', '{"choices":[{"delta":{"reasoning":"Hm"},"finish_reason":"length"}]}', false],
    ['a delta of the wrong shape', '{"choices":[{"delta":{"tool_calls":7}}]}', true],
  ];
  for (const [what, event, retryable] of endings)
    it(`${retryable ? 'may try again after' : 'fail permanently at'} ${what}`, async () => {
      const server = await vendorServer({ http: (_, response) => void response.end(`data: ${event}\n\n`) });
      const model = await openrouterLlm.open({ api_key: KEY, base_url: server.url }, anywhere());
      const failure = await failureOf(chunksOf(model.generate({ messages: QUESTION, tools: [] }, never())));
      assert.equal(failure.retryable, retryable);
    });
});
