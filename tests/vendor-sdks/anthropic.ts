import Anthropic from '@anthropic-ai/sdk';
import { assert } from 'chai';
import { anthropicLlm } from '../../adapters/providers/anthropic/llm.ts';
import { END_CONVERSATION, type ChatMessage } from '../../domain/voice/conversation-context.ts';
import { claudeMessages } from '../adapters/providers/claude-dialect.ts';
import { vendorServer } from '../adapters/providers/vendor-server.ts';
import { anywhere } from '../adapters/providers/vendor-stands.ts';
import { chunksOf } from '../contracts/language-model.contract.ts';
import { exchange, KEY, sentBy, type Client } from './support/models.ts';

type MessageStreamParams = Parameters<Anthropic['messages']['stream']>[0];

const CACHED = { cache_control: { type: 'ephemeral' as const } };
const { name, description } = END_CONVERSATION;
const TOOLS = [{ name, description, input_schema: { ...END_CONVERSATION.parameters, type: 'object' as const } }];

const sdkAt = (baseURL: string): Anthropic => new Anthropic({ apiKey: KEY, baseURL, maxRetries: 0 });

const asking = (sdk: Anthropic): Client => ({
  async ask(question, signal, onStart) {
    const body: MessageStreamParams = {
      model: 'claude-haiku-5-5',
      max_tokens: 1024,
      messages: [{ role: 'user', content: [{ type: 'text', text: question }] }],
      tools: TOOLS,
    };
    const stream = sdk.messages.stream(body, { signal });
    stream.on('text', () => onStart?.());
    const { content, stop_reason: finish, usage } = await stream.finalMessage();
    return {
      text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
      calls: content.flatMap((block) =>
        block.type === 'tool_use' ? [{ id: block.id, name: block.name, arguments: block.input }] : [],
      ),
      ...{ finish, outputTokens: usage.output_tokens },
    };
  },
});

exchange({
  name: '@anthropic-ai/sdk',
  wire: claudeMessages,
  client: ({ url }) => asking(sdkAt(url)),
  finishes: ['end_turn', 'tool_use'],
  refused: /^AuthenticationError: 401/,
  fault: /Error: .*overloaded_error/s,
});

/** A message in which Claude thinks before it speaks and calls a tool. */
const THINKING = [
  {
    type: 'message_start',
    message: {
      ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-haiku-5-5', content: [] },
      ...{ stop_reason: null, stop_sequence: null, usage: { input_tokens: 5, output_tokens: 1 } },
    },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hours, ' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'then.' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'c2ln' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: { type: 'redacted_thinking', data: 'sealed' } },
  { type: 'content_block_stop', index: 1 },
  { type: 'content_block_start', index: 2, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 2, delta: { type: 'text_delta', text: 'One moment.' } },
  { type: 'content_block_stop', index: 2 },
  { type: 'content_block_start', index: 3, content_block: { type: 'tool_use', id: 'toolu_1', name, input: {} } },
  { type: 'content_block_delta', index: 3, delta: { type: 'input_json_delta', partial_json: '{"a":' } },
  { type: 'content_block_delta', index: 3, delta: { type: 'input_json_delta', partial_json: '1}' } },
  { type: 'content_block_stop', index: 3 },
  { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 9 } },
  { type: 'message_stop' },
]
  .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  .join('');

describe('messages as the @anthropic-ai/sdk types them', () => {
  it('are what the adapter sends', async () => {
    const expected: MessageStreamParams = {
      model: 'claude-haiku-5-5',
      max_tokens: 1024,
      thinking: { type: 'disabled' },
      output_config: { effort: 'low' },
      system: [{ type: 'text', text: 'Be brief.', ...CACHED }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Hours?' }] },
        {
          role: 'assistant',
          content: [
            { type: 'tool_use', id: 'call_1', name: 'search', input: { query: 'hours' } },
            { type: 'tool_use', id: 'call_2', name: 'holidays', input: { month: 5 } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'call_1', content: 'Nine to five.' },
            { type: 'tool_result', tool_use_id: 'call_2', content: 'None.' },
          ],
        },
        { role: 'assistant', content: [{ type: 'text', text: 'Nine to five.', ...CACHED }] },
        { role: 'user', content: [{ type: 'text', text: 'good bye then' }] },
      ],
      tools: TOOLS,
    };
    const sent = await sentBy(anthropicLlm, claudeMessages, (url) => ({ base_url: url }));
    assert.deepEqual(sent, { ...expected, stream: true });
  });

  it('are what the adapter sends to Sonnet 5.5, which cannot be told not to think at all', async () => {
    const expected: Partial<MessageStreamParams> = {
      model: 'claude-sonnet-5-5',
      thinking: { type: 'between_tools' },
      output_config: { effort: 'high' },
    };
    const settings = (url: string) => ({ base_url: url, model: 'claude-sonnet-5-5', effort: 'max' });
    assert.deepInclude(await sentBy(anthropicLlm, claudeMessages, settings), { ...expected });
  });

  it('come back with the content that the SDK put together, once a tool was called', async () => {
    const server = await vendorServer({ http: (_, response) => void response.end(THINKING) });
    const { content } = await sdkAt(server.url)
      .messages.stream({ model: 'claude-haiku-5-5', max_tokens: 10, messages: [{ role: 'user', content: 'Hours?' }] })
      .finalMessage();
    const model = await anthropicLlm.open({ api_key: KEY, base_url: server.url, thinking: 'adaptive' }, anywhere());
    const think = (messages: ChatMessage[]) =>
      chunksOf(model.generate({ messages, tools: [END_CONVERSATION] }, new AbortController().signal));
    const thoughts = await think([{ role: 'user', content: 'Hours?' }]);
    const calls = thoughts.flatMap((thought) => (thought.type === 'tool_call' ? [thought.call] : []));
    await think([
      { role: 'user', content: 'Hours?' },
      { role: 'assistant', content: 'One moment.', tool_calls: calls },
      { role: 'tool', content: 'Nine to five.', tool_call_id: 'toolu_1' },
    ]);
    const { messages } = JSON.parse(server.received.at(-1)!.body.toString()) as { messages: { content: object[] }[] };
    const expected = content.map((block) => (block.type === 'tool_use' ? { ...block, ...CACHED } : block));
    assert.deepEqual(messages[1]?.content, expected);
    assert.lengthOf(expected, 4);
  });
});
