import { assert } from 'chai';
import OpenAI, { AzureOpenAI } from 'openai';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources';
import { azureLlm } from '../../adapters/providers/azure/llm.ts';
import { openaiLlm } from '../../adapters/providers/openai/llm.ts';
import { END_CONVERSATION } from '../../domain/voice/conversation-context.ts';
import { chatCompletions } from '../adapters/providers/chat-dialects.ts';
import { vendorServer } from '../adapters/providers/vendor-server.ts';
import { anywhere, failureOf } from '../adapters/providers/vendor-stands.ts';
import { chunksOf } from '../contracts/language-model.contract.ts';
import { replyIn } from './support/chat-chunks.ts';
import { messages } from './support/chat-requests.ts';
import { exchange, KEY, sentBy, type Client } from './support/models.ts';

const TOOLS = [{ type: 'function' as const, function: { ...END_CONVERSATION } }];

const asking = (sdk: OpenAI): Client => ({
  async ask(question, signal, onStart) {
    const body: ChatCompletionCreateParamsStreaming = {
      model: 'gpt-6-luna',
      messages: [{ role: 'user', content: question }],
      tools: TOOLS,
      reasoning_effort: 'none',
      stream: true,
      stream_options: { include_usage: true },
    };
    return replyIn(await sdk.chat.completions.create(body, { signal }), onStart);
  },
});

const common = {
  wire: chatCompletions,
  finishes: ['stop', 'tool_calls'],
  refused: /^AuthenticationError: 401/,
  fault: /^APIError: no such key/,
} as const;

exchange({
  ...common,
  name: 'openai SDK (chat completions)',
  client: ({ url }) => asking(new OpenAI({ apiKey: KEY, baseURL: `${url}/v1`, maxRetries: 0 })),
});

exchange({
  ...common,
  name: 'AzureOpenAI of the openai SDK',
  client: ({ url }) =>
    asking(
      new AzureOpenAI({ apiKey: KEY, endpoint: url, apiVersion: '2026-10-01', deployment: 'desk', maxRetries: 0 }),
    ),
});

const MORE = { verbosity: 'low', service_tier: 'priority' } satisfies Partial<ChatCompletionCreateParamsStreaming>;

describe('chat completions as the openai SDK types them', () => {
  const expected: ChatCompletionCreateParamsStreaming = {
    model: 'gpt-6-luna',
    max_completion_tokens: 50,
    reasoning_effort: 'none',
    temperature: 0.3,
    messages: messages(),
    tools: TOOLS,
    stream: true,
    stream_options: { include_usage: true },
  };

  it('are what the adapter sends to OpenAI', async () => {
    const settings = (url: string) => ({ base_url: `${url}/v1`, temperature: 0.3, max_tokens: 50, ...MORE });
    assert.deepEqual(await sentBy(openaiLlm, chatCompletions, settings), { ...expected, ...MORE });
  });

  it('are what the adapter sends to Azure', async () => {
    const settings = (endpoint: string) => ({ endpoint, model: 'gpt-6-luna', temperature: 0.3, max_tokens: 50 });
    assert.deepEqual(await sentBy(azureLlm, chatCompletions, settings), { ...expected });
  });
});

describe('a refusal as the openai SDK reads it', () => {
  it('is reported by the adapter with the same code and field', async () => {
    const refusal = {
      error: {
        message: "Unsupported value: 'reasoning_effort' does not support 'none' with this model.",
        ...{ type: 'invalid_request_error', param: 'reasoning_effort', code: 'unsupported_value' },
      },
    };
    const server = await vendorServer({
      http: (_, response) =>
        void response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(refusal)),
    });
    const sdk = new OpenAI({ apiKey: KEY, baseURL: server.url, maxRetries: 0 });
    const outcome: unknown = await sdk.chat.completions
      .create({ model: 'gpt-6-astra', messages: [{ role: 'user', content: 'Hello' }], reasoning_effort: 'none' })
      .catch((error: unknown) => error);
    assert.instanceOf(outcome, OpenAI.BadRequestError);
    const { status, code, param } = outcome;
    const model = await openaiLlm.open({ api_key: KEY, base_url: server.url }, anywhere());
    const requests = { messages: [{ role: 'user', content: 'Hello' }] as const, tools: [] };
    const { message } = await failureOf(chunksOf(model.generate(requests, new AbortController().signal)));
    assert.equal(message, `openai answered ${status} (${code}, param ${param}): it does not take a setting`);
  });
});
