import { assert } from 'chai';
import OpenAI, { AzureOpenAI } from 'openai';
import type { ResponseCreateParamsStreaming, ResponseInput } from 'openai/resources/responses/responses';
import { openaiLlm } from '../../adapters/providers/openai/llm.ts';
import { END_CONVERSATION } from '../../domain/voice/conversation-context.ts';
import { openAiResponses } from '../adapters/providers/responses-dialect.ts';
import { llmServer } from '../adapters/providers/llm-server.ts';
import { ANSWER, exchange, KEY, QUESTION, sentBy, type Client } from './support/models.ts';

const TOOLS = [{ type: 'function' as const, ...END_CONVERSATION, parameters: { ...END_CONVERSATION.parameters } }].map(
  (tool) => ({ ...tool, strict: false }),
);

const bodyFor = (input: ResponseInput): ResponseCreateParamsStreaming => ({
  model: 'gpt-6-astra',
  max_output_tokens: 50,
  reasoning: { effort: 'low' },
  text: { verbosity: 'low' },
  service_tier: 'priority',
  input,
  tools: TOOLS,
  store: false,
  include: ['reasoning.encrypted_content'],
  stream: true,
});

const sdkAt = (url: string): OpenAI => new OpenAI({ apiKey: KEY, baseURL: `${url}/v1`, maxRetries: 0 });

/** The SDK's own helper: it checks the order of the events, and puts the response together from them. */
const asking = (sdk: OpenAI): Client => ({
  async ask(question, signal, onStart) {
    const stream = sdk.responses.stream(bodyFor([{ role: 'user', content: question }]), { signal });
    stream.on('response.output_text.delta', () => onStart?.());
    const { output, output_text: text, usage, status } = await stream.finalResponse();
    const calls = output.flatMap((item) =>
      item.type === 'function_call'
        ? [{ id: item.call_id, name: item.name, arguments: JSON.parse(item.arguments) as unknown }]
        : [],
    );
    return { text, calls, finish: status ?? null, outputTokens: usage?.output_tokens ?? null };
  },
});

const common = {
  wire: openAiResponses,
  finishes: ['completed', 'completed'],
  refused: /^AuthenticationError: 401/,
  fault: /^(APIError|OpenAIError): .*no such key/,
} as const;

exchange({ ...common, name: 'openai SDK (responses)', client: ({ url }) => asking(sdkAt(url)) });

exchange({
  ...common,
  name: 'AzureOpenAI of the openai SDK (responses)',
  client: ({ url }) => asking(new AzureOpenAI({ apiKey: KEY, endpoint: url, apiVersion: '2026-10-01', maxRetries: 0 })),
});

describe('responses as the openai SDK types them', () => {
  it('are asked for so by the adapter', async () => {
    const settings = (url: string) => ({
      base_url: `${url}/v1`,
      ...{ model: 'gpt-6-astra', max_tokens: 50, verbosity: 'low', service_tier: 'priority' },
    });
    const expected: ResponseCreateParamsStreaming = bodyFor([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hours?' },
      { type: 'function_call', call_id: 'call_1', name: 'search', arguments: '{"query":"hours"}' },
      { type: 'function_call', call_id: 'call_2', name: 'holidays', arguments: '{"month":5}' },
      { type: 'function_call_output', call_id: 'call_1', output: 'Nine to five.' },
      { type: 'function_call_output', call_id: 'call_2', output: 'None.' },
      { role: 'assistant', content: 'Nine to five.' },
      { role: 'user', content: 'good bye then' },
    ]);
    assert.deepEqual(await sentBy(openaiLlm, openAiResponses, settings), { ...expected });
  });

  it('say word by word what the whole response says', async () => {
    const server = await llmServer(openAiResponses, KEY);
    const pieces: string[] = [];
    const stream = sdkAt(server.url).responses.stream(bodyFor([{ role: 'user', content: QUESTION }]));
    stream.on('response.output_text.delta', ({ delta }) => pieces.push(delta));
    const { output_text: text } = await stream.finalResponse();
    assert.deepEqual([pieces.join(''), text], [ANSWER, ANSWER]);
    assert.isAbove(pieces.length, 5);
  });
});
