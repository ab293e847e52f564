/** What was answered so far, for vendors who repeat it at the end. */
export interface StreamedAnswer {
  readonly text: string;
  readonly call: { readonly name: string; readonly id: string } | null;
}

/** How a vendor writes what it streams, as its documentation tells it. */
export interface Wire {
  /** The caller's last words in the body of a request. */
  question(body: never): string;
  readonly opening: string;
  words(text: string): string;
  /** A tool call in as many events as the vendor makes of it. */
  call(name: string, id: string, reported: StreamedAnswer): string;
  closing(isCall: boolean, reported: StreamedAnswer): string;
  /** A fault in the middle, with a message that should not be repeated. */
  fault(message: string): string;
}

const data = (event: object): string => `data: ${JSON.stringify(event)}\n\n`;

const COMPLETION = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_790_000_000, model: 'scripted' };

const USAGE = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10, prompt_tokens_details: { cached_tokens: 2 } };

const chunk = (delta: object, finish_reason: string | null = null): string =>
  data({ ...COMPLETION, choices: [{ index: 0, delta, finish_reason }] });

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
    `${chunk({}, isCall ? 'tool_calls' : 'stop')}${data({ ...COMPLETION, choices: [], usage: USAGE })}data: [DONE]\n\n`,
  fault: (message) => data({ error: { message, code: 502 } }),
};

/** Mistral writes a call whole, and its usage with the end. */
export const mistralCompletions: Wire = {
  ...chatCompletions,
  opening: chunk({ role: 'assistant', content: '' }),
  call: (name, id) => fragment({ id, function: { name, arguments: '{}' } }),
  closing: (isCall) =>
    `${data({
      ...COMPLETION,
      choices: [{ index: 0, delta: { content: '' }, finish_reason: isCall ? 'tool_calls' : 'stop' }],
      usage: USAGE,
    })}data: [DONE]\n\n`,
};

/** Cerebras tells a fault with the status that it would have had at the beginning. */
export const cerebrasCompletions: Wire = {
  ...chatCompletions,
  fault: (message) => data({ error: { message, type: 'server_error', param: '', code: '' }, status_code: 503 }),
};

/** OpenRouter tells a fault in a chunk like any other. */
export const openRouterCompletions: Wire = {
  ...chatCompletions,
  fault: (message) =>
    data({
      ...COMPLETION,
      error: { code: 502, message },
      choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
    }),
};

const named = (event: { type: string; [field: string]: unknown }): string => `event: ${event.type}\n${data(event)}`;

const input = (written: string): string =>
  named({ type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: written } });

const blockEnd = (index: number): string => named({ type: 'content_block_stop', index });

const MESSAGE = {
  ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'scripted', content: [] },
  ...{ stop_reason: null, stop_sequence: null },
  usage: { input_tokens: 5, cache_creation_input_tokens: 0, cache_read_input_tokens: 2, output_tokens: 1 },
};

export const claudeMessages: Wire = {
  question: ({ messages }: { messages: { content: { text: string }[] }[] }) =>
    messages.at(-1)?.content.at(-1)?.text ?? '',
  opening:
    named({ type: 'message_start', message: MESSAGE }) +
    named({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }) +
    named({ type: 'ping' }),
  words: (text) => named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
  call: (name, id) =>
    blockEnd(0) +
    named({ type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id, name, input: {} } }) +
    input('') +
    input('{') +
    input('}'),
  closing: (isCall) =>
    blockEnd(isCall ? 1 : 0) +
    named({
      type: 'message_delta',
      delta: { stop_reason: isCall ? 'tool_use' : 'end_turn', stop_sequence: null },
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
      usageMetadata: {
        promptTokenCount: 7,
        cachedContentTokenCount: 2,
        candidatesTokenCount: 2,
        thoughtsTokenCount: 1,
      },
    }),
  fault: (message) => data({ error: { code: 503, status: 'UNAVAILABLE', message } }),
};
