import { assert } from 'chai';
import { anthropicLlm } from '../../../adapters/providers/anthropic/llm.ts';
import { END_CONVERSATION, type ChatMessage, type Tool } from '../../../domain/voice/conversation-context.ts';
import { chunksOf, wordsOf } from '../../contracts/language-model.contract.ts';
import { claudeMessages as wire } from './claude-dialect.ts';
import { llmServer } from './llm-server.ts';
import { vendorServer } from './vendor-server.ts';
import { anywhere, failureOf } from './vendor-stands.ts';

const KEY = 'sk-ant-0123456789';
const SEARCH: Tool = { name: 'search', description: 'Searches.', parameters: { type: 'object' } };
const QUESTION: ChatMessage[] = [{ role: 'user', content: 'Hello' }];
const never = (): AbortSignal => new AbortController().signal;

async function request(settings: object, messages = QUESTION, tools: Tool[] = []) {
  const server = await llmServer(wire, KEY);
  const model = await anthropicLlm.open({ api_key: KEY, base_url: server.url, ...settings }, anywhere());
  await chunksOf(model.generate({ messages, tools }, never()));
  const [{ url, headers, body }] = server.received as [(typeof server.received)[0]];
  return { path: url.pathname, headers, body: JSON.parse(body.toString()) as Record<string, unknown> };
}

/** What it thinks when it is answered with these events. */
async function answered(...events: object[]) {
  const stream = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  const server = await vendorServer({ http: (_, response) => void response.end(stream) });
  const model = await anthropicLlm.open({ api_key: KEY, base_url: server.url }, anywhere());
  return chunksOf(model.generate({ messages: QUESTION, tools: [SEARCH, END_CONVERSATION] }, never()));
}

const start = (index: number, content_block: object) => ({ type: 'content_block_start', index, content_block });
const delta = (index: number, piece: object) => ({ type: 'content_block_delta', index, delta: piece });
const done = (stop_reason: string) => ({ type: 'message_delta', delta: { stop_reason } });

describe('anthropic thinking', () => {
  it('asks for a stream, with the instructions apart and the sides in turns', async () => {
    const call = { id: 'toolu_1', name: 'search', arguments: { query: 'hours' } };
    const messages: ChatMessage[] = [
      { role: 'system', content: 'Be brief.' },
      { role: 'assistant', content: 'Hello!' },
      { role: 'user', content: 'Hours?' },
      { role: 'assistant', content: ' ', tool_calls: [call, { ...call, id: 'toolu_2' }] },
      { role: 'tool', content: 'Nine to five.', tool_call_id: 'toolu_1' },
      { role: 'tool', content: 'Closed.', tool_call_id: 'toolu_2' },
      { role: 'system', content: 'It is Sunday.' },
    ];
    const { path, headers, body } = await request({}, messages, [SEARCH]);
    assert.equal(path, '/v1/messages');
    assert.deepInclude(headers, { 'x-api-key': KEY, 'anthropic-version': '2023-06-01' });
    assert.deepEqual(body, {
      model: 'claude-haiku-5-5',
      max_tokens: 1024,
      thinking: { type: 'disabled' },
      output_config: { effort: 'low' },
      system: [{ type: 'text', text: 'Be brief.\n\nIt is Sunday.', cache_control: { type: 'ephemeral' } }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: '(silence)' }] },
        { role: 'assistant', content: [{ type: 'text', text: 'Hello!' }] },
        { role: 'user', content: [{ type: 'text', text: 'Hours?' }] },
        {
          role: 'assistant',
          content: [
            { type: 'tool_use', id: 'toolu_1', name: 'search', input: { query: 'hours' } },
            {
              ...{ type: 'tool_use', id: 'toolu_2', name: 'search', input: { query: 'hours' } },
              cache_control: { type: 'ephemeral' },
            },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'toolu_1', content: 'Nine to five.' },
            { type: 'tool_result', tool_use_id: 'toolu_2', content: 'Closed.' },
          ],
        },
      ],
      tools: [{ name: 'search', description: 'Searches.', input_schema: { type: 'object' } }],
      stream: true,
    });
  });

  it('lets the user have the last word even when the agent had it', async () => {
    const { body } = await request({}, [...QUESTION, { role: 'assistant', content: 'Hello!' }]);
    assert.deepEqual((body['messages'] as object[]).at(-1), {
      role: 'user',
      content: [{ type: 'text', text: '(silence)' }],
    });
  });

  it('keeps tools declared that were called once, and lets none be called when none is offered', async () => {
    const call = { id: 'toolu_1', name: 'search', arguments: {} };
    const { body } = await request({}, [
      ...QUESTION,
      { role: 'assistant', content: '', tool_calls: [call] },
      { role: 'tool', content: 'Nine to five.', tool_call_id: 'toolu_1' },
    ]);
    assert.deepInclude(body, {
      tools: [{ name: 'search', input_schema: { type: 'object' } }],
      tool_choice: { type: 'none' },
    });
  });

  const quiet = { type: 'disabled' };
  const low = { output_config: { effort: 'low' } };
  const shapes: readonly [string, object, object][] = [
    ['claude-haiku-5-5', { effort: 'max' }, { thinking: quiet, output_config: { effort: 'high' } }],
    [
      'claude-haiku-5-5',
      { thinking: 'adaptive', effort: 'max' },
      {
        ...{ thinking: { type: 'adaptive' }, output_config: { effort: 'max' } },
      },
    ],
    ['claude-sonnet-5-5', {}, { thinking: { type: 'between_tools' }, ...low }],
    ['claude-opus-5-5', {}, low],
    ['claude-sonnet-5', {}, { thinking: quiet, ...low }],
    ['claude-opus-5', {}, { thinking: quiet, ...low }],
    ['claude-opus-4-8', {}, low],
    ['claude-sonnet-4-6', {}, { temperature: 0.3, ...low }],
    ['claude-sonnet-4-6', { thinking: 'adaptive' }, { thinking: { type: 'adaptive' }, ...low }],
    ['claude-opus-4-5', {}, { temperature: 0.3, ...low }],
    ['claude-haiku-4-5-20251001', { thinking: 'adaptive' }, { temperature: 0.3 }],
    ['claude-opus-4-20250514', {}, { temperature: 0.3 }],
    ['claude-3-5-haiku-latest', {}, { temperature: 0.3 }],
    ['claude-tomorrow', {}, low],
  ];
  for (const [model, settings, expected] of shapes)
    it(`asks ${model} with ${JSON.stringify(settings)} only for what it takes`, async () => {
      const { body } = await request({ model, temperature: 0.3, ...settings });
      const { model: requested, max_tokens: longest, messages, stream, ...shape } = body;
      assert.deepEqual([requested, longest, stream], [model, 1024, true]);
      assert.isArray(messages);
      assert.deepEqual(shape, expected);
    });

  it('assembles tool calls and leaves thinking out of the reply', async () => {
    const thoughts = await answered(
      { type: 'message_start', message: { usage: { input_tokens: 4, cache_creation_input_tokens: 6 } } },
      start(0, { type: 'thinking', thinking: '' }),
      delta(0, { type: 'thinking_delta', thinking: 'Hm' }),
      start(1, { type: 'text', text: '' }),
      delta(1, { type: 'text_delta', text: 'One moment.' }),
      start(2, { type: 'tool_use', id: 'toolu_1', name: 'search', input: {} }),
      delta(2, { type: 'input_json_delta', partial_json: '{"que' }),
      start(3, { type: 'tool_use', id: 'toolu_2', name: 'rm', input: {} }),
      delta(2, { type: 'input_json_delta', partial_json: 'ry":"hours"}' }),
      { ...done('tool_use'), usage: { output_tokens: 12 } },
      { type: 'message_stop' },
    );
    assert.deepEqual(thoughts, [
      { type: 'text', text: 'One moment.' },
      { type: 'tool_call', call: { id: 'toolu_1', name: 'search', arguments: { query: 'hours' } } },
      { type: 'finished', reason: 'tool_calls', usage: { input: 10, output: 12, cacheWrites: 6 } },
    ]);
  });

  it('takes an answer that reached its longest as one', async () => {
    const thoughts = await answered(delta(0, { type: 'text_delta', text: 'Well' }), done('max_tokens'));
    assert.equal(wordsOf(thoughts), 'Well');
    assert.deepEqual(thoughts.at(-1), { type: 'finished', reason: 'length', usage: null });
  });

  const faults: readonly [string, object[], boolean][] = [
    ['an overload', [{ type: 'error', error: { type: 'overloaded_error' } }], true],
    ['a fault of the request', [{ type: 'error', error: { type: 'invalid_request_error' } }], false],
    ['a refusal', [done('refusal')], false],
    ['an end without an end', [delta(0, { type: 'text_delta', text: 'We' })], true],
    [
      'a tool call that cannot be read',
      [
        start(0, { type: 'tool_use', id: 'a', name: 'search' }),
        delta(0, { type: 'input_json_delta', partial_json: '{"a' }),
        done('tool_use'),
      ],
      true,
    ],
    [
      'a tool call that no tool could take',
      [
        start(0, { type: 'tool_use', id: 'a', name: 'search' }),
        ...Array.from({ length: 7 }, () => delta(0, { type: 'input_json_delta', partial_json: 'x'.repeat(10_000) })),
      ],
      false,
    ],
  ];
  for (const [what, events, retryable] of faults)
    it(`${retryable ? 'may try again after' : 'fails permanently at'} ${what}`, async () => {
      assert.equal((await failureOf(answered(...events))).retryable, retryable);
    });
});
