import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import { assert } from 'chai';
import OpenAI from 'openai';
import { anthropicLlm, googleLlm, openaiLlm } from '../../adapters/providers/index.ts';
import type { LlmProvider } from '../../adapters/providers/define.ts';
import type { Tool } from '../../domain/voice/conversation-context.ts';
import { anywhere } from '../adapters/providers/vendor-stands.ts';
import { chunksOf } from '../contracts/language-model.contract.ts';
import { atEndOfTest } from '../support/temporary.ts';

const KEY = 'sk-0123456789';
const QUESTION = 'Book both.';
const ORDER = { table: 7 };
const PARAMETERS = { type: 'object' as const, properties: { table: { type: 'integer' } } };
const TOOLS: readonly Tool[] = ['book', 'cancel'].map((name) => ({ name, description: name, parameters: PARAMETERS }));
const EXPECTED = [
  { name: 'book', arguments: ORDER },
  { name: 'cancel', arguments: ORDER },
];

interface CallOfTool {
  readonly name: string;
  readonly arguments: unknown;
}

const data = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;
const event = (value: { type: string; [field: string]: unknown }): string => `event: ${value.type}\n${data(value)}`;

/** A server that answers every request with this stream. */
async function answering(stream: string): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.setHeader('content-type', 'text/event-stream').end(stream));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  atEndOfTest(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const chunk = (tool_calls: readonly object[], finish_reason: string | null = null): string =>
  data({
    ...{ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' },
    choices: [{ index: 0, delta: { role: 'assistant', tool_calls }, finish_reason }],
  });

/** The arguments of both calls alternate. */
const COMPLETIONS =
  TOOLS.map(({ name }, index) =>
    chunk([{ index, id: `call_${index}`, type: 'function', function: { name, arguments: '{"table"' } }]),
  ).join('') +
  TOOLS.map((_, index) => chunk([{ index, function: { arguments: ':7}' } }])).join('') +
  chunk([], 'tool_calls') +
  'data: [DONE]\n\n';

const message = {
  ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null },
  ...{ stop_sequence: null, usage: { input_tokens: 5, output_tokens: 1 } },
};

const MESSAGES =
  event({ type: 'message_start', message }) +
  TOOLS.map(
    ({ name }, index) =>
      event({
        ...{ type: 'content_block_start', index },
        content_block: { type: 'tool_use', id: `toolu_${index}`, name, input: {} },
      }) +
      ['{"table"', ':7}']
        .map((partial_json) =>
          event({ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json } }),
        )
        .join('') +
      event({ type: 'content_block_stop', index }),
  ).join('') +
  event({
    ...{ type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null } },
    usage: { output_tokens: 9 },
  }) +
  event({ type: 'message_stop' });

const parts = TOOLS.map(({ name }, index) => ({ functionCall: { name, id: `f${index}`, args: ORDER } }));
const CONTENTS = data({ candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] });

const askOpenAi = async (url: string): Promise<CallOfTool[]> => {
  const sdk = new OpenAI({ apiKey: KEY, baseURL: `${url}/v1` });
  const stream = sdk.chat.completions.stream({
    model: 'm',
    messages: [{ role: 'user', content: QUESTION }],
    tools: TOOLS.map(({ name }) => ({ type: 'function', function: { name, parameters: PARAMETERS } })),
  });
  const { choices } = await stream.finalChatCompletion();
  return (choices[0]?.message.tool_calls ?? []).flatMap((call) =>
    call.type === 'function'
      ? [{ name: call.function.name, arguments: JSON.parse(call.function.arguments) as unknown }]
      : [],
  );
};

const askAnthropic = async (url: string): Promise<CallOfTool[]> => {
  const sdk = new Anthropic({ apiKey: KEY, baseURL: url });
  const stream = sdk.messages.stream({
    ...{ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: QUESTION }] },
    tools: TOOLS.map(({ name }) => ({ name, input_schema: PARAMETERS })),
  });
  const { content } = await stream.finalMessage();
  return content.flatMap((block) => (block.type === 'tool_use' ? [{ name: block.name, arguments: block.input }] : []));
};

const askGoogle = async (url: string): Promise<CallOfTool[]> => {
  const sdk = new GoogleGenAI({ apiKey: KEY, httpOptions: { baseUrl: url, apiVersion: 'v1beta' } });
  const found: CallOfTool[] = [];
  for await (const { functionCalls = [] } of await sdk.models.generateContentStream({ model: 'm', contents: QUESTION }))
    found.push(...functionCalls.map(({ name = '', args }) => ({ name, arguments: args })));
  return found;
};

interface ParallelVendor {
  readonly provider: LlmProvider;
  readonly stream: string;
  readonly path: string;
  readonly ask: (url: string) => Promise<CallOfTool[]>;
}

const VENDORS: Readonly<Record<string, ParallelVendor>> = {
  openai: { provider: openaiLlm, stream: COMPLETIONS, path: '/v1', ask: askOpenAi },
  anthropic: { provider: anthropicLlm, stream: MESSAGES, path: '', ask: askAnthropic },
  google: { provider: googleLlm, stream: CONTENTS, path: '/v1beta', ask: askGoogle },
};

describe('several tool calls in one streamed response', () => {
  for (const [name, { provider, stream, path, ask }] of Object.entries(VENDORS))
    it(`are the same to the adapter and to the SDK of ${name}`, async () => {
      const url = await answering(stream);
      assert.deepEqual(await ask(url), EXPECTED, 'the SDK');
      const model = await provider.open({ api_key: KEY, base_url: url + path }, anywhere());
      const request = { messages: [{ role: 'user' as const, content: QUESTION }], tools: TOOLS };
      const chunks = await chunksOf(model.generate(request, new AbortController().signal));
      const calls = chunks.flatMap((each) => (each.type === 'tool_call' ? [each.call] : []));
      assert.deepEqual(
        calls.map(({ name: called, arguments: given }) => ({ name: called, arguments: given })),
        EXPECTED,
        'the adapter',
      );
      assert.lengthOf(new Set(calls.map(({ id }) => id)), 2, 'each under an id of its own');
    });
});
