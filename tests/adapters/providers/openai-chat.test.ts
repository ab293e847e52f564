import { assert } from 'chai';
import type { ServerResponse } from 'node:http';
import { openaiLlm } from '../../../adapters/providers/openai/llm.ts';
import { openaiCompatibleLlm } from '../../../adapters/providers/openai-compatible/llm.ts';
import type { GenerationChunk } from '../../../application/ports/language-model.ts';
import { END_CONVERSATION, type ChatMessage, type Tool } from '../../../domain/voice/conversation-context.ts';
import { chunksOf, wordsOf } from '../../contracts/language-model.contract.ts';
import { vendorServer } from './vendor-server.ts';
import { anywhere, failureOf } from './vendor-stands.ts';
import { eventually } from '../../support/eventually.ts';

const KEY = 'sk-0123456789';
const SEARCH: Tool = { name: 'search', description: 'Searches.', parameters: { type: 'object' } };
const QUESTION: ChatMessage[] = [{ role: 'user', content: 'Hello' }];
const STREAMED = { stream: true, stream_options: { include_usage: true } };
const never = (): AbortSignal => new AbortController().signal;

const chunk = (delta: object, finish_reason: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;

/** The chunks of a generation for this response. */
async function answered(
  answer: (response: ServerResponse) => void,
  { settings = {}, provider = openaiLlm, messages = QUESTION, tools = [END_CONVERSATION, SEARCH] } = {},
) {
  const server = await vendorServer({
    http: (_, response) => answer(response.writeHead(200, { 'content-type': 'text/event-stream' })),
  });
  const model = await provider.open({ api_key: KEY, base_url: server.url, ...settings }, anywhere());
  const thinking = chunksOf(model.generate({ messages, tools }, never()));
  const body = async () => {
    await server.requests(1);
    return JSON.parse(server.received[0]!.body.toString()) as Record<string, unknown>;
  };
  return { server, thinking, body };
}

const hi = (response: ServerResponse): void =>
  void response.end(`${chunk({ content: 'Hi' })}${chunk({}, 'stop')}data: [DONE]\n\n`);

const calls = (thoughts: readonly GenerationChunk[]) =>
  thoughts.flatMap((each) => (each.type === 'tool_call' ? [each.call] : []));

describe('openai thinking', () => {
  it('asks for a stream, with the conversation and the tools', async () => {
    const call = { id: 'call_1', name: 'search', arguments: { query: 'hours' } };
    const messages: ChatMessage[] = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hours?' },
      { role: 'assistant', content: '', tool_calls: [call] },
      { role: 'tool', content: 'Nine to five.', tool_call_id: 'call_1' },
    ];
    const { server, body, thinking } = await answered(hi, { messages, tools: [SEARCH], settings: { project: 'p1' } });
    assert.deepEqual(await body(), {
      model: 'gpt-6-luna',
      reasoning_effort: 'none',
      messages: [
        messages[0],
        messages[1],
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'call_1', type: 'function', function: { name: 'search', arguments: '{"query":"hours"}' } },
          ],
        },
        messages[3],
      ],
      tools: [{ type: 'function', function: SEARCH }],
      ...STREAMED,
    });
    const [{ url, headers }] = server.received as [(typeof server.received)[0]];
    assert.equal(url.pathname, '/chat/completions');
    assert.deepInclude(headers, {
      authorization: `Bearer ${KEY}`,
      'openai-project': 'p1',
      accept: 'text/event-stream',
    });
    assert.equal(wordsOf(await thinking), 'Hi');
  });

  const sampled = { temperature: 0.3, top_p: 0.9, max_tokens: 50 };
  const shapes: readonly [string, object, object][] = [
    ['gpt-6-luna', sampled, { reasoning_effort: 'none', temperature: 0.3, top_p: 0.9, max_completion_tokens: 50 }],
    ['gpt-6-luna', { ...sampled, reasoning_effort: 'low' }, { reasoning_effort: 'low', max_completion_tokens: 50 }],
    ['gpt-5-mini', sampled, { reasoning_effort: 'minimal', max_completion_tokens: 50 }],
    ['gpt-5.1', sampled, { reasoning_effort: 'none', temperature: 0.3, top_p: 0.9, max_completion_tokens: 50 }],
    ['o3', sampled, { reasoning_effort: 'low', max_completion_tokens: 50 }],
    ['gpt-4.1', { ...sampled, verbosity: 'low' }, { temperature: 0.3, top_p: 0.9, max_completion_tokens: 50 }],
  ];
  for (const [model, settings, parameters] of shapes)
    it(`asks ${model} with ${JSON.stringify(settings)} only for what it takes`, async () => {
      const { body, thinking } = await answered(hi, { settings: { model, ...settings }, tools: [] });
      assert.deepEqual(await body(), { model, ...parameters, messages: QUESTION, ...STREAMED });
      await thinking;
    });

  it('asks compatible servers by the older name of the longest answer', async () => {
    const settings = { model: 'mine', ...sampled };
    const { body, thinking } = await answered(hi, { settings, provider: openaiCompatibleLlm, tools: [] });
    assert.deepInclude(await body(), { model: 'mine', max_tokens: 50, temperature: 0.3, top_p: 0.9 });
    await thinking;
  });

  it('bounds temperature and length', () => {
    assert.throws(() => openaiLlm.parseSettings({ temperature: 2.1 }), 'temperature must be <= 2');
    assert.throws(() => openaiLlm.parseSettings({ max_tokens: 0 }), 'max_tokens must be >= 1');
  });

  it('puts tool calls together that come in fragments, side by side, or several under one index', async () => {
    const part = (index: number, id: string | null, name: string | null, written: string) =>
      chunk({ tool_calls: [{ index, ...(id && { id }), function: { ...(name && { name }), arguments: written } }] });
    const { thinking } = await answered((response) => {
      response.write(part(0, 'a', 'search', '{"query"') + part(1, 'b', 'search', '{"query":'));
      response.write(part(0, null, null, ':"one"}') + part(1, null, null, '"two"}'));
      response.write(part(0, 'c', 'end_conversation', ''));
      response.end(chunk({}, 'stop'));
    });
    assert.deepEqual(calls(await thinking), [
      { id: 'a', name: 'search', arguments: { query: 'one' } },
      { id: 'b', name: 'search', arguments: { query: 'two' } },
      { id: 'c', name: 'end_conversation', arguments: {} },
    ]);
  });

  it('gives a call an id when the vendor gives none, and calls nothing that was not offered', async () => {
    const { thinking } = await answered((response) => {
      response.write(chunk({ tool_calls: [{ index: 0, function: { name: 'search', arguments: '{}' } }] }));
      response.write(chunk({ tool_calls: [{ index: 1, id: 'x', function: { name: 'rm', arguments: '{}' } }] }));
      response.end(chunk({}, 'tool_calls'));
    });
    const [call, ...rest] = calls(await thinking);
    assert.isNotEmpty(call?.id);
    assert.isEmpty(rest);
  });

  it('leaves reasoning out of the reply, and parses events split at every byte', async () => {
    const { thinking } = await answered((response) => {
      const bytes = Buffer.from(
        `: PROCESSING\r\n\r\n${chunk({ reasoning_content: 'Hm', content: null })}${chunk({ content: 'Grüß ' })}` +
          `${chunk({ content: 'dich 👋' })}${chunk({}, 'length')}data: [DONE]\n\n`,
      );
      void (async () => {
        for (const byte of bytes) {
          response.write(Uint8Array.of(byte));
          await new Promise((resolve) => setImmediate(resolve));
        }
        response.end();
      })();
    });
    assert.equal(wordsOf(await thinking), 'Grüß dich 👋');
  });

  it('makes nothing of garbage between the events', async () => {
    const { thinking } = await answered((response) =>
      response.end(
        `data: {\n\ndata: null\n\ndata: {"choices":7}\n\n\0\n\nevent: x\n\n${chunk({ content: 'Hi' }, 'stop')}`,
      ),
    );
    assert.equal(wordsOf(await thinking), 'Hi');
  });

  const faults: readonly [string, (response: ServerResponse) => void, boolean][] = [
    ['the answer ends before it is finished', (response) => response.end(chunk({ content: 'Hi' })), true],
    [
      'the connection dies',
      (response) => void response.write(chunk({ content: 'Hi' }), () => response.destroy()),
      true,
    ],
    ['an error comes in the middle', (response) => response.end(`data: {"error":{"message":"${KEY}"}}\n\n`), true],
    ['the answer was filtered away', (response) => response.end(chunk({}, 'content_filter')), false],
    [
      'a tool call cannot be read',
      (response) =>
        response.end(
          chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'search', arguments: '{"a' } }] }, 'stop'),
        ),
      true,
    ],
  ];
  for (const [what, answer, retryable] of faults)
    it(`fails when ${what}`, async () => {
      const failure = await failureOf((await answered(answer)).thinking);
      assert.equal(failure.retryable, retryable);
      assert.notInclude(failure.message, KEY);
    });

  for (const [status, retryable] of [
    [400, false],
    [401, false],
    [404, false],
    [307, false],
    [408, true],
    [429, true],
    [499, true],
    [503, true],
  ] as const)
    it(`${retryable ? 'may be tried again' : 'fails permanently'} when it is answered ${status}`, async () => {
      const { thinking } = await answered((response) => void response);
      thinking.catch(() => undefined);
      const server = await vendorServer({});
      server.refusals.push(status);
      const model = await openaiLlm.open({ api_key: KEY, base_url: server.url }, anywhere());
      const failure = await failureOf(chunksOf(model.generate({ messages: QUESTION, tools: [] }, never())));
      assert.equal(failure.retryable, retryable);
      assert.match(failure.message, new RegExp(`^openai answered ${status}(: |$)`));
      assert.lengthOf(server.received, 1);
    });

  it('tells the code of a refusal, and nothing else of what the vendor wrote', async () => {
    const server = await vendorServer({
      http: (_, response) =>
        void response.writeHead(404).end(`{"error":{"message":"no model for ${KEY}","code":"model_not_found"}}`),
    });
    const model = await openaiLlm.open({ api_key: KEY, base_url: server.url }, anywhere());
    const failure = await failureOf(chunksOf(model.generate({ messages: QUESTION, tools: [] }, never())));
    assert.equal(failure.message, 'openai answered 404 (model_not_found): it does not know the model');
  });

  it('ends the connection at once when it is stopped or closed', async () => {
    const server = await vendorServer({
      http: (_, response) =>
        void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(chunk({ content: 'Well' })),
    });
    const model = await openaiLlm.open({ api_key: KEY, base_url: server.url }, anywhere());
    const stop = new AbortController();
    for await (const thought of model.generate({ messages: QUESTION, tools: [] }, stop.signal)) {
      assert.deepEqual(thought, { type: 'text', text: 'Well' });
      stop.abort();
    }
    await eventually(() => server.hangUps === 1, 'the end of the connection');
    for await (const _ of model.generate({ messages: QUESTION, tools: [] }, never())) model.close();
    await eventually(() => server.hangUps === 2, 'the end of the connection');
  });
});
