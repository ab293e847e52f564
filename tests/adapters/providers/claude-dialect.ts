import { data, leading, pieces, type StreamedAnswer, type Wire, type WrittenCall } from './chat-dialects.ts';

const named = (event: { type: string; [field: string]: unknown }): string => `event: ${event.type}\n${data(event)}`;

const blockStart = (index: number, block: object): string =>
  named({ type: 'content_block_start', index, content_block: block });

const blockEnd = (index: number): string => named({ type: 'content_block_stop', index });

/** A block of its own for each call, one after the other: the words are block 0. */
const callBlock = ({ id, name, arguments: given }: WrittenCall, at: number): string =>
  blockStart(at + 1, { type: 'tool_use', id, name, input: {} }) +
  ['', ...pieces(given)]
    .map((partial_json) =>
      named({ type: 'content_block_delta', index: at + 1, delta: { type: 'input_json_delta', partial_json } }),
    )
    .join('') +
  blockEnd(at + 1);

const MESSAGE = {
  ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'scripted', content: [] },
  ...{ stop_reason: null, stop_sequence: null },
  usage: { input_tokens: 5, cache_creation_input_tokens: 0, cache_read_input_tokens: 2, output_tokens: 1 },
};

interface Block {
  readonly type: string;
  readonly text: string;
  readonly id: string;
  readonly name: string;
  readonly input: object;
  readonly tool_use_id: string;
  readonly content: string;
}

interface Messages {
  readonly messages: readonly { readonly role: string; readonly content: readonly Block[] }[];
}

const endOf = ({ calls }: StreamedAnswer): string => (calls.length > 0 ? 'tool_use' : 'end_turn');

export const claudeMessages: Wire = {
  question: ({ messages }: Messages) => messages.at(-1)?.content.at(-1)?.text ?? '',
  opening:
    named({ type: 'message_start', message: MESSAGE }) +
    blockStart(0, { type: 'text', text: '' }) +
    named({ type: 'ping' }),
  words: (text) => named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
  calls: ({ calls }) => blockEnd(0) + calls.map(callBlock).join(''),
  closing: (reported) =>
    (reported.calls.length > 0 ? '' : blockEnd(0)) +
    named({
      type: 'message_delta',
      delta: { stop_reason: endOf(reported), stop_sequence: null },
      usage: { output_tokens: 3 },
    }) +
    named({ type: 'message_stop' }),
  /** The results of all calls are the first blocks of the next message: Claude refuses them elsewhere. */
  carriedBack({ messages }: Messages) {
    const at = messages.findLastIndex(({ content }) => content.some(({ type }) => type === 'tool_use'));
    const results = leading(messages[at + 1]?.content ?? [], ({ type }) => type === 'tool_result');
    return {
      calls: (messages[at]?.content ?? []).flatMap(({ type, id, name, input }) =>
        type === 'tool_use' ? [{ id, name, arguments: input }] : [],
      ),
      results: results.map(({ tool_use_id: id, content }) => ({ id, content })),
    };
  },
  fault: (message) => named({ type: 'error', error: { type: 'overloaded_error', message } }),
};
