/** How a vendor writes what it streams, as its documentation tells it. */
export interface Wire {
  /** The caller's last words in the body of a request. */
  question(body: never): string;
  readonly opening: string;
  words(text: string): string;
  /** A tool call in as many events as the vendor makes of it. */
  call(name: string, id: string): string;
  closing(isCall: boolean): string;
  /** A fault in the middle, with a message that should not be repeated. */
  fault(message: string): string;
}

const data = (event: object): string => `data: ${JSON.stringify(event)}\n\n`;

const chunk = (delta: object, finish_reason: string | null = null): string =>
  data({ id: 'c', choices: [{ index: 0, delta, finish_reason }] });

const fragment = (call: object): string => chunk({ tool_calls: [{ index: 0, ...call }] });

export const chatCompletions: Wire = {
  question: ({ messages }: { messages: { content: string }[] }) => messages.at(-1)?.content ?? '',
  opening: `: PROCESSING\n\n${chunk({ role: 'assistant', content: '' })}`,
  words: (content) => chunk({ content }),
  call: (name, id) =>
    fragment({ id, type: 'function', function: { name, arguments: '' } }) +
    fragment({ function: { arguments: '{' } }) +
    fragment({ function: { arguments: '}' } }),
  closing: (isCall) =>
    `${chunk({}, isCall ? 'tool_calls' : 'stop')}${data({ id: 'c', choices: [], usage: { prompt_tokens: 7, completion_tokens: 3 } })}data: [DONE]\n\n`,
  fault: (message) => data({ error: { message, code: 502 } }),
};

const named = (event: { type: string; [field: string]: unknown }): string => `event: ${event.type}\n${data(event)}`;

const input = (written: string): string =>
  named({ type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: written } });

export const claudeMessages: Wire = {
  question: ({ messages }: { messages: { content: { text: string }[] }[] }) =>
    messages.at(-1)?.content.at(-1)?.text ?? '',
  opening:
    named({
      type: 'message_start',
      message: { usage: { input_tokens: 5, cache_read_input_tokens: 2, output_tokens: 1 } },
    }) +
    named({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }) +
    named({ type: 'ping' }),
  words: (text) => named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
  call: (name, id) =>
    named({ type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id, name, input: {} } }) +
    input('') +
    input('{') +
    input('}'),
  closing: (isCall) =>
    named({ type: 'content_block_stop', index: 0 }) +
    named({
      type: 'message_delta',
      delta: { stop_reason: isCall ? 'tool_use' : 'end_turn' },
      usage: { output_tokens: 3 },
    }) +
    named({ type: 'message_stop' }),
  fault: (message) => named({ type: 'error', error: { type: 'overloaded_error', message } }),
};

const content = (part: object): string => data({ candidates: [{ content: { role: 'model', parts: [part] } }] });

export const geminiContents: Wire = {
  question: ({ contents }: { contents: { parts: { text: string }[] }[] }) => contents.at(-1)?.parts.at(-1)?.text ?? '',
  opening: content({ text: 'Hm', thought: true }),
  words: (text) => content({ text }),
  call: (name, id) => content({ functionCall: { name, id, args: {} }, thoughtSignature: 'c2ln' }),
  closing: () =>
    data({
      candidates: [{ content: { parts: [{ text: '' }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 2, thoughtsTokenCount: 1 },
    }),
  fault: (message) => data({ error: { code: 503, status: 'UNAVAILABLE', message } }),
};
