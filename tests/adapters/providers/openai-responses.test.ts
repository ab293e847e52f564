import { assert } from 'chai';
import { openaiLlm } from '../../../adapters/providers/openai/llm.ts';
import { END_CONVERSATION, type ChatMessage, type Tool } from '../../../domain/voice/conversation-context.ts';
import { chunksOf, wordsOf } from '../../contracts/language-model.contract.ts';
import { vendorServer } from './vendor-server.ts';
import { anywhere, failureOf } from './vendor-stands.ts';

const KEY = 'sk-0123456789';
const SEARCH: Tool = { name: 'search', description: 'Searches.', parameters: { type: 'object' } };
const QUESTION: ChatMessage[] = [{ role: 'user', content: 'Hours?' }];

/** A model that is answered with these events, each time. */
async function answering(events: readonly object[], settings: object = {}) {
  const stream = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  const server = await vendorServer({ http: (_, response) => void response.end(stream) });
  const model = await openaiLlm.open(
    { api_key: KEY, base_url: server.url, model: 'gpt-6-astra', ...settings },
    anywhere(),
  );
  const think = (messages = QUESTION, tools = [SEARCH, END_CONVERSATION]) =>
    chunksOf(model.generate({ messages, tools }, new AbortController().signal));
  return { server, think, bodies: () => server.received.map(({ body }) => JSON.parse(body.toString()) as object) };
}

const item = (of: object) => ({ type: 'response.output_item.done', item: of });
const says = (delta: string) => ({ type: 'response.output_text.delta', delta });
const done = (fields = {}) => ({
  type: 'response.completed',
  response: { usage: { input_tokens: 9, output_tokens: 4 }, ...fields },
});

const REASONING = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'sealed' };
const MESSAGE = {
  ...{ id: 'msg_1', type: 'message', role: 'assistant', phase: 'commentary' },
  content: [{ type: 'output_text', text: 'One moment.' }],
};
const CALL = { type: 'function_call', call_id: 'call_1', name: 'search', arguments: '{"query":"hours"}' };
const ODD = { type: 'function_call', call_id: 'call_2', name: 'rm', arguments: '{}' };

describe('openai thinking by responses', () => {
  it('asks for a stream that is not stored, with the conversation and the tools', async () => {
    const { think, bodies } = await answering([says('Hi'), done()], { verbosity: 'low', max_tokens: 50 });
    const call = { id: 'call_9', name: 'search', arguments: { query: 'hours' } };
    await think([
      { role: 'system', content: 'Be brief.' },
      { role: 'assistant', content: 'Hello!' },
      ...QUESTION,
      { role: 'assistant', content: 'A moment.', tool_calls: [call] },
      { role: 'tool', content: 'Nine to five.', tool_call_id: 'call_9' },
    ]);
    assert.deepEqual(bodies(), [
      {
        model: 'gpt-6-astra',
        max_output_tokens: 50,
        reasoning: { effort: 'low' },
        text: { verbosity: 'low' },
        input: [
          { role: 'system', content: 'Be brief.' },
          { role: 'assistant', content: 'Hello!' },
          { role: 'user', content: 'Hours?' },
          { role: 'assistant', content: 'A moment.' },
          { type: 'function_call', call_id: 'call_9', name: 'search', arguments: '{"query":"hours"}' },
          { type: 'function_call_output', call_id: 'call_9', output: 'Nine to five.' },
        ],
        tools: [SEARCH, END_CONVERSATION].map((tool) => ({ type: 'function', ...tool, strict: false })),
        store: false,
        include: ['reasoning.encrypted_content'],
        stream: true,
      },
    ]);
  });

  it('returns the reasoning that led to a call unmodified with the call’s result', async () => {
    const events = [item(REASONING), says('One moment.'), item(MESSAGE), item(CALL), item(ODD), done()];
    const { think, bodies } = await answering(events);
    const thoughts = await think();
    const call = { id: 'call_1', name: 'search', arguments: { query: 'hours' } };
    assert.deepEqual(thoughts, [
      { type: 'text', text: 'One moment.' },
      { type: 'tool_call', call },
      { type: 'finished', reason: 'tool_calls', usage: { input: 9, output: 4 } },
    ]);
    await think([
      ...QUESTION,
      { role: 'assistant', content: 'One moment.', tool_calls: [call] },
      { role: 'tool', content: 'Nine to five.', tool_call_id: 'call_1' },
    ]);
    assert.deepEqual((bodies()[1] as { input: object[] }).input, [
      { role: 'user', content: 'Hours?' },
      REASONING,
      MESSAGE,
      CALL,
      { type: 'function_call_output', call_id: 'call_1', output: 'Nine to five.' },
    ]);
  });

  const again = async (played: string, ...events: object[]): Promise<object[]> => {
    const { think, bodies } = await answering([...events, says('One moment.'), done()]);
    await think();
    await think([
      ...QUESTION,
      {
        role: 'assistant',
        content: played,
        tool_calls: [{ id: 'call_1', name: 'search', arguments: { query: 'hours' } }],
      },
      { role: 'tool', content: 'Cancelled', tool_call_id: 'call_1' },
    ]);
    return (bodies()[1] as { input: object[] }).input.slice(1, -1);
  };

  it('returns the words that were played before an interruption, without the reasoning that led to the others', async () => {
    const second = { ...REASONING, id: 'rs_2' };
    assert.deepEqual(await again('One', item(REASONING), item(MESSAGE), item(second), item(CALL)), [
      { role: 'assistant', content: 'One' },
      second,
      CALL,
    ]);
    assert.deepEqual(await again('', item(REASONING), item(MESSAGE), item(second), item(CALL)), [second, CALL]);
  });

  it('returns no reasoning without the item that it led to', async () => {
    const second = { ...REASONING, id: 'rs_2' };
    const last = { ...REASONING, id: 'rs_3' };
    assert.deepEqual(
      await again('One moment.', item(MESSAGE), item(REASONING), item(CALL), item(second), item(ODD), item(last)),
      [MESSAGE, REASONING, CALL],
    );
  });

  it('leaves reasoning summaries out of the reply', async () => {
    const summary = { type: 'response.reasoning_summary_text.delta', delta: 'Hm' };
    assert.equal(wordsOf(await (await answering([summary, says('Hi'), done()])).think()), 'Hi');
  });

  for (const [reason, reported] of [
    ['max_output_tokens', 'length'],
    ['content_filter', 'refused'],
  ] as const)
    it(`tells that an answer is incomplete for ${reason}`, async () => {
      const end = { ...done({ incomplete_details: { reason } }), type: 'response.incomplete' };
      const thoughts = await (await answering([says('Well'), end])).think();
      assert.deepEqual(thoughts.at(-1), { type: 'finished', reason: reported, usage: { input: 9, output: 4 } });
    });

  const faults: readonly [string, object[], boolean, string][] = [
    ['an end without an end', [says('We')], true, 'openai broke off in the middle of its answer'],
    [
      'a refusal without words',
      [{ type: 'response.refusal.delta', delta: 'I' }, done()],
      false,
      'openai declined to answer',
    ],
    [
      'a response that failed',
      [{ type: 'response.failed', response: { error: { code: 'server_error', message: KEY } } }],
      true,
      'openai reported a fault (server_error): it has a fault of its own',
    ],
    [
      'a fault of the request',
      [{ type: 'error', code: 'invalid_prompt', param: 'input[2].content', message: KEY }],
      false,
      'openai reported a fault (invalid_prompt, param input[2].content): it refuses the request',
    ],
    [
      'a fault that is nested one level deeper',
      [{ type: 'error', error: { code: 'rate_limit_exceeded', message: KEY } }],
      true,
      'openai reported a fault (rate_limit_exceeded): there are too many requests at the moment',
    ],
    [
      'a fault told as chat completions do',
      [{ error: { type: 'invalid_request_error', param: 'tools', message: KEY } }],
      false,
      'openai reported a fault (invalid_request_error, param tools): it refuses the request',
    ],
    [
      'a tool call that cannot be read',
      [item({ ...CALL, arguments: '{"a' }), done()],
      true,
      'openai called a tool in a way that cannot be read',
    ],
    [
      'a tool call that no tool could take',
      Array.from({ length: 7 }, () => ({ type: 'response.function_call_arguments.delta', delta: 'x'.repeat(10_000) })),
      false,
      'openai called a tool with more than any tool could take',
    ],
  ];
  for (const [what, events, retryable, message] of faults)
    it(`${retryable ? 'may try again after' : 'fails permanently at'} ${what}`, async () => {
      const failure = await failureOf((await answering(events)).think());
      assert.deepEqual([failure.message, failure.retryable], [message, retryable]);
    });
});

describe('a refusal of OpenAI’s', () => {
  const refusals: readonly [string, string][] = [
    [
      '"code":null,"param":"reasoning_effort"',
      '(invalid_request_error, param reasoning_effort): it refuses the request',
    ],
    [
      '"param":"tools[0].function.name"',
      '(invalid_request_error, param tools[0].function.name): it refuses the request',
    ],
    ['"param":"tools","code":"unsupported_value"', '(unsupported_value, param tools): it does not take a setting'],
    ['"param":null', '(invalid_request_error): it refuses the request'],
    [`"param":"${KEY}"`, '(invalid_request_error): it refuses the request'],
    [`"param":"${'a'.repeat(61)}"`, '(invalid_request_error): it refuses the request'],
  ];
  for (const [fields, reported] of refusals)
    it(`is reported with its field when the field is valid: ${fields.slice(0, 50)}`, async () => {
      const server = await vendorServer({
        http: (_, response) =>
          void response
            .writeHead(400)
            .end(`{"error":{"message":"not with ${KEY}","type":"invalid_request_error",${fields}}}`),
      });
      const model = await openaiLlm.open({ api_key: KEY, base_url: server.url }, anywhere());
      const thinking = model.generate({ messages: QUESTION, tools: [] }, new AbortController().signal);
      assert.equal((await failureOf(chunksOf(thinking))).message, `openai answered 400 ${reported}`);
    });
});
