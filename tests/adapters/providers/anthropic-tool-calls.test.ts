import { assert } from 'chai';
import { anthropicLlm } from '../../../adapters/providers/anthropic/llm.ts';
import { END_CONVERSATION, type ChatMessage, type Tool } from '../../../domain/voice/conversation-context.ts';
import { chunksOf, wordsOf } from '../../contracts/language-model.contract.ts';
import { vendorServer } from './vendor-server.ts';
import { anywhere } from './vendor-stands.ts';

const SEARCH: Tool = { name: 'search', description: 'Searches.', parameters: { type: 'object' } };
const QUESTION: ChatMessage[] = [{ role: 'user', content: 'Hours?' }];
const CACHED = { cache_control: { type: 'ephemeral' } };

/** A model that is answered with these events, each time, and the bodies it was asked with. */
async function answering(events: readonly object[], settings: object = {}) {
  const stream = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  const server = await vendorServer({ http: (_, response) => void response.end(stream) });
  const model = await anthropicLlm.open({ api_key: 'k', base_url: server.url, ...settings }, anywhere());
  const think = (messages = QUESTION, tools = [SEARCH, END_CONVERSATION]) =>
    chunksOf(model.generate({ messages, tools }, new AbortController().signal));
  const bodies = () => server.received.map(({ body }) => JSON.parse(body.toString()) as Body);
  return { think, bodies };
}

interface Body {
  readonly system: object[];
  readonly messages: { readonly role: string; readonly content: object[] }[];
}

const start = (index: number, content_block: object) => ({ type: 'content_block_start', index, content_block });
const delta = (index: number, piece: object) => ({ type: 'content_block_delta', index, delta: piece });
const done = { type: 'message_delta', delta: { stop_reason: 'tool_use' } };

const thinks = (index: number, thinking: string, signature: string) => [
  start(index, { type: 'thinking', thinking: '', signature: '' }),
  delta(index, { type: 'thinking_delta', thinking }),
  delta(index, { type: 'signature_delta', signature }),
];
const says = (index: number, text: string) => [
  start(index, { type: 'text', text: '' }),
  delta(index, { type: 'text_delta', text }),
];
const calls = (index: number, id: string, name = 'search') => [
  start(index, { type: 'tool_use', id, name, input: {} }),
  delta(index, { type: 'input_json_delta', partial_json: '{"query":"hours"}' }),
];

describe('anthropic in tool turns', () => {
  const input = { query: 'hours' };
  const answered = (id: string): ChatMessage[] => [
    ...QUESTION,
    { role: 'assistant', content: 'One moment.', tool_calls: [{ id, name: 'search', arguments: input }] },
    { role: 'tool', content: 'Nine to five.', tool_call_id: id },
  ];

  it('gives thinking back unmodified and at its place', async () => {
    const { think, bodies } = await answering([
      ...thinks(0, '', 'sig-0'),
      start(1, { type: 'redacted_thinking', data: 'sealed' }),
      ...says(2, 'One moment.'),
      ...thinks(3, 'Hm', 'sig-3'),
      ...calls(4, 'toolu_1'),
      done,
    ]);
    assert.equal(wordsOf(await think()), 'One moment.');
    await think(answered('toolu_1'));
    assert.deepEqual(bodies()[1]?.messages, [
      { role: 'user', content: [{ type: 'text', text: 'Hours?' }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: '', signature: 'sig-0' },
          { type: 'redacted_thinking', data: 'sealed' },
          { type: 'text', text: 'One moment.' },
          { type: 'thinking', thinking: 'Hm', signature: 'sig-3' },
          { type: 'tool_use', id: 'toolu_1', name: 'search', input, ...CACHED },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'Nine to five.' }] },
    ]);
  });

  it('gives no thinking back that is too long to be kept', async () => {
    const piece = 'x'.repeat(100_000);
    const { think, bodies } = await answering([
      ...thinks(0, piece, piece),
      ...thinks(1, piece, ''),
      ...calls(2, 'toolu_1'),
      done,
    ]);
    await think();
    await think(answered('toolu_1'));
    assert.deepEqual(bodies()[1]?.messages[1]?.content, [
      { type: 'text', text: 'One moment.' },
      { type: 'tool_use', id: 'toolu_1', name: 'search', input, ...CACHED },
    ]);
  });

  it('gives no words back that an interruption left unplayed, nor the thinking that led to them', async () => {
    const { think, bodies } = await answering([
      ...thinks(0, '', 'sig-0'),
      ...says(1, 'One moment.'),
      ...calls(2, 'toolu_1'),
      done,
    ]);
    await think();
    const [question, call, ...rest] = answered('toolu_1');
    await think([question!, { ...(call as object), content: 'One' } as ChatMessage, ...rest]);
    assert.deepEqual(bodies()[1]?.messages[1]?.content, [
      { type: 'text', text: 'One' },
      { type: 'tool_use', id: 'toolu_1', name: 'search', input, ...CACHED },
    ]);
  });

  const plain = [
    { type: 'text', text: 'One moment.' },
    { type: 'tool_use', id: 'toolu_1', name: 'search', input, ...CACHED },
  ];
  const changes: readonly [string, ChatMessage[], Tool[]][] = [
    ['other tools', answered('toolu_1'), [END_CONVERSATION]],
    [
      'other instructions',
      [{ role: 'system', content: 'Be brief.' }, ...answered('toolu_1')],
      [SEARCH, END_CONVERSATION],
    ],
    ['a call of another vendor', [...answered('call_9'), ...answered('toolu_1').slice(1)], [SEARCH, END_CONVERSATION]],
  ];
  for (const [what, messages, tools] of changes)
    it(`gives no thinking back after ${what}, which Claude would refuse`, async () => {
      const { think, bodies } = await answering([...thinks(0, 'Hm', 'sig'), ...calls(1, 'toolu_1'), done]);
      await think();
      await think(messages, tools);
      assert.notInclude(JSON.stringify(bodies()[1]), 'sig');
      const types = bodies()[1]
        ?.messages.at(-2)
        ?.content.map((block) => (block as { type: string }).type);
      assert.deepEqual(types, ['text', 'tool_use']);
    });

  it('gives no thinking back of a message that called what was not offered', async () => {
    const { think, bodies } = await answering([
      ...thinks(0, 'Hm', 'sig'),
      ...calls(1, 'toolu_1'),
      ...calls(2, 'toolu_2', 'rm'),
      done,
    ]);
    await think();
    await think(answered('toolu_1'));
    assert.deepEqual(bodies()[1]?.messages[1]?.content, plain);
  });

  it('gives no thinking back of a message with another call that has no result, which Claude would refuse', async () => {
    const { think, bodies } = await answering([
      ...thinks(0, 'Hm', 'sig'),
      ...calls(1, 'toolu_1'),
      ...calls(2, 'toolu_2', 'end_conversation'),
      done,
    ]);
    await think();
    await think(answered('toolu_1'));
    assert.deepEqual(bodies()[1]?.messages[1]?.content, plain);
  });

  const noted = [
    ...thinks(0, 'Let me look that up.', 's'),
    ...says(1, 'Nine to'),
    delta(1, { type: 'text_delta', text: ' five.' }),
    done,
  ];

  it('speaks what Sonnet 5.5 notes between its tool calls, and lets it not run into words', async () => {
    const { think, bodies } = await answering(noted, { model: 'claude-sonnet-5-5' });
    assert.equal(wordsOf(await think()), 'Let me look that up. Nine to five.');
    assert.nestedPropertyVal(bodies()[0], 'thinking.type', 'between_tools');
  });

  for (const settings of [
    { model: 'claude-sonnet-5-5', thinking: 'adaptive' },
    { model: 'claude-opus-5-5' },
    { model: 'claude-haiku-5-5', thinking: 'adaptive' },
  ])
    it(`leaves adaptive thinking out of the reply: ${JSON.stringify(settings)}`, async () => {
      assert.equal(wordsOf(await (await answering(noted, settings)).think()), 'Nine to five.');
    });
});

describe('what anthropic is asked to cache', () => {
  const hello = [...says(0, 'Hi'), { type: 'message_delta', delta: { stop_reason: 'end_turn' } }];
  const turn = (system: string, last: string): ChatMessage[] => [
    { role: 'system', content: system },
    ...QUESTION,
    { role: 'assistant', content: 'Nine to five.' },
    { role: 'user', content: last },
  ];

  it('is all before the caller’s last words, which may still grow', async () => {
    const { think, bodies } = await answering(hello);
    await think(turn('Be brief.', 'And on'));
    await think(turn('Be brief.', 'And on Sundays?'));
    for (const { system, messages } of bodies()) {
      assert.deepEqual(system, [{ type: 'text', text: 'Be brief.', ...CACHED }]);
      assert.deepEqual(messages[1]?.content, [{ type: 'text', text: 'Nine to five.', ...CACHED }]);
    }
    assert.deepEqual(bodies()[1]?.messages[2]?.content, [{ type: 'text', text: 'And on Sundays?' }]);
  });

  it('is nothing while the instructions change from answer to answer', async () => {
    const { think, bodies } = await answering(hello);
    await think(turn('Be brief. [1] Nine to five.', 'And on'));
    await think(turn('Be brief. [2] Closed.', 'And on Sundays?'));
    assert.notInclude(JSON.stringify(bodies()[1]), 'cache_control');
  });

  it('has four marks at the most', async () => {
    const { think, bodies } = await answering(hello);
    const long = Array.from({ length: 20 }, () => turn('Be brief.', 'And?')).flat();
    await think(long);
    assert.lengthOf([...JSON.stringify(bodies()[0]).matchAll(/cache_control/g)], 2);
  });
});
