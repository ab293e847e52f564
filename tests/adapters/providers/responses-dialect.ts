import { leading, pieces, textOf, type StreamedAnswer, type Wire, type WrittenCall } from './chat-dialects.ts';

const event = (type: string, fields: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: 0, ...fields })}\n\n`;

const part = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] });

const response = (status: string, fields: object) => ({
  ...{ id: 'resp_1', object: 'response', created_at: 1_790_000_000, model: 'scripted', status },
  ...{ error: null, incomplete_details: null, output: [], usage: null, ...fields },
});

const REASONING = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'sealed', status: 'completed' };

const message = (text: string, status = 'completed') => ({
  ...{ id: 'msg_1', type: 'message', status, role: 'assistant' },
  content: status === 'completed' ? [part(text)] : [],
});

const functionCall = ({ id, name, arguments: given }: WrittenCall) => ({
  ...{ id: `fc_${id}`, type: 'function_call', status: 'completed', call_id: id, name },
  arguments: textOf(given),
});

const WORDS = { item_id: 'msg_1', output_index: 1, content_index: 0 };

const wordsEnd = (text: string): string =>
  event('response.output_text.done', { ...WORDS, text, logprobs: [] }) +
  event('response.content_part.done', { ...WORDS, part: part(text) }) +
  event('response.output_item.done', { output_index: 1, item: message(text) });

const outputOf = ({ text, calls }: StreamedAnswer) => [REASONING, message(text), ...calls.map(functionCall)];

/** An item of its own for each call, after the reasoning and the words. */
function callItem(call: WrittenCall, at: number): string {
  const item = functionCall(call);
  const place = { item_id: item.id, output_index: at + 2 };
  const { name, arguments: written } = item;
  return [
    event('response.output_item.added', {
      ...{ output_index: at + 2, item: { ...item, arguments: '', status: 'in_progress' } },
    }),
    ...pieces(call.arguments).map((delta) => event('response.function_call_arguments.delta', { ...place, delta })),
    event('response.function_call_arguments.done', { ...place, name, arguments: written }),
    event('response.output_item.done', { output_index: at + 2, item }),
  ].join('');
}

interface Input {
  readonly input: readonly {
    readonly content: string;
    readonly type?: string;
    readonly call_id: string;
    readonly name: string;
    readonly arguments: string;
    readonly output: string;
  }[];
}

/** OpenAI's responses: encrypted reasoning, then words, then calls, if there are any. */
export const openAiResponses: Wire = {
  question: ({ input }: Input) => input.at(-1)?.content ?? '',
  opening:
    event('response.created', { response: response('in_progress', {}) }) +
    event('response.in_progress', { response: response('in_progress', {}) }) +
    event('response.output_item.added', { output_index: 0, item: { ...REASONING, status: 'in_progress' } }) +
    event('response.output_item.done', { output_index: 0, item: REASONING }) +
    event('response.output_item.added', { output_index: 1, item: message('', 'in_progress') }) +
    event('response.content_part.added', { ...WORDS, part: part('') }),
  words: (delta) => event('response.output_text.delta', { ...WORDS, delta, logprobs: [] }),
  calls: ({ text, calls }) => wordsEnd(text) + calls.map(callItem).join(''),
  closing: (reported) =>
    (reported.calls.length > 0 ? '' : wordsEnd(reported.text)) +
    event('response.completed', {
      response: response('completed', {
        output: outputOf(reported),
        usage: {
          ...{ input_tokens: 7, output_tokens: 3, total_tokens: 10 },
          ...{ input_tokens_details: { cached_tokens: 2 }, output_tokens_details: { reasoning_tokens: 1 } },
        },
      }),
    }),
  carriedBack({ input }: Input) {
    const first = input.findIndex(({ type }) => type === 'function_call');
    const calls = leading(input.slice(first), ({ type }) => type === 'function_call');
    const results = leading(input.slice(first + calls.length), ({ type }) => type === 'function_call_output');
    return {
      calls: calls.map(({ call_id: id, name, arguments: written }) => ({
        ...{ id, name, arguments: JSON.parse(written) as object },
      })),
      results: results.map(({ call_id: id, output: content }) => ({ id, content })),
    };
  },
  fault: (reported) => event('error', { code: 'server_error', message: reported, param: null }),
};
