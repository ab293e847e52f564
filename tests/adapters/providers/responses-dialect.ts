import type { StreamedAnswer, Wire } from './chat-dialects.ts';

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

const functionCall = (name: string, id: string, written: string, status = 'completed') => ({
  ...{ id: `fc_${id}`, type: 'function_call', status, call_id: id, name, arguments: written },
});

const WORDS = { item_id: 'msg_1', output_index: 1, content_index: 0 };

const wordsEnd = (text: string): string =>
  event('response.output_text.done', { ...WORDS, text, logprobs: [] }) +
  event('response.content_part.done', { ...WORDS, part: part(text) }) +
  event('response.output_item.done', { output_index: 1, item: message(text) });

const outputOf = ({ text, call }: StreamedAnswer) => [
  REASONING,
  message(text),
  ...(call ? [functionCall(call.name, call.id, '{}')] : []),
];

/** OpenAI's responses: encrypted reasoning, then words, then an optional call. */
export const openAiResponses: Wire = {
  question: ({ input }: { input: { content: string }[] }) => input.at(-1)?.content ?? '',
  opening:
    event('response.created', { response: response('in_progress', {}) }) +
    event('response.in_progress', { response: response('in_progress', {}) }) +
    event('response.output_item.added', { output_index: 0, item: { ...REASONING, status: 'in_progress' } }) +
    event('response.output_item.done', { output_index: 0, item: REASONING }) +
    event('response.output_item.added', { output_index: 1, item: message('', 'in_progress') }) +
    event('response.content_part.added', { ...WORDS, part: part('') }),
  words: (delta) => event('response.output_text.delta', { ...WORDS, delta, logprobs: [] }),
  call: (name, id, { text }) =>
    wordsEnd(text) +
    event('response.output_item.added', { output_index: 2, item: functionCall(name, id, '', 'in_progress') }) +
    event('response.function_call_arguments.delta', { item_id: `fc_${id}`, output_index: 2, delta: '{}' }) +
    event('response.function_call_arguments.done', { item_id: `fc_${id}`, output_index: 2, name, arguments: '{}' }) +
    event('response.output_item.done', { output_index: 2, item: functionCall(name, id, '{}') }),
  closing: (isCall, reported) =>
    (isCall ? '' : wordsEnd(reported.text)) +
    event('response.completed', {
      response: response('completed', {
        output: outputOf(reported),
        usage: {
          ...{ input_tokens: 7, output_tokens: 3, total_tokens: 10 },
          ...{ input_tokens_details: { cached_tokens: 2 }, output_tokens_details: { reasoning_tokens: 1 } },
        },
      }),
    }),
  fault: (reported) => event('error', { code: 'server_error', message: reported, param: null }),
};
