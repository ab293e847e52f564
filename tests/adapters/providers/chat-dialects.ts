/** A tool call in the words of no vendor. Arguments that are a text are malformed, and written as they are. */
export interface WrittenCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: object | string;
}

/** A response with tool calls in a conversation, and the results that a request carries back right after it. */
export interface CarriedBack {
  readonly calls: readonly WrittenCall[];
  readonly results: readonly { readonly id: string; readonly content: string }[];
}

/** What an answer says in all, for vendors who repeat it at the end. */
export interface StreamedAnswer {
  readonly text: string;
  readonly calls: readonly WrittenCall[];
}

/** How a vendor writes what it streams, as its documentation tells it. */
export interface Wire {
  /** The caller's last words in the body of a request. */
  question(body: never): string;
  readonly opening: string;
  words(text: string): string;
  /** The tool calls of an answer, in as many events as the vendor makes of them. */
  calls(reported: StreamedAnswer): string;
  closing(reported: StreamedAnswer): string;
  /** The last tool calls in the body of a request, with the results in the place where the vendor looks for them. */
  carriedBack(body: never): CarriedBack;
  /** A fault in the middle, with a message that should not be repeated. */
  fault(message: string): string;
}

export const data = (event: object): string => `data: ${JSON.stringify(event)}\n\n`;

const COMPLETION = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_790_000_000, model: 'scripted' };

const USAGE = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10, prompt_tokens_details: { cached_tokens: 2 } };

const chunk = (delta: object, finish_reason: string | null = null): string =>
  data({ ...COMPLETION, choices: [{ index: 0, delta, finish_reason }] });

const fragment = (index: number, call: object): string => chunk({ tool_calls: [{ index, ...call }] });

/** The arguments in three pieces, cut at any place. */
export function pieces(given: WrittenCall['arguments']): readonly [string, string, string] {
  const written = textOf(given);
  const middle = Math.ceil(written.length / 2);
  return [written.slice(0, 1), written.slice(1, middle), written.slice(middle)];
}

/** The arguments as JSON. */
export const textOf = (given: WrittenCall['arguments']): string =>
  typeof given === 'string' ? given : JSON.stringify(given);

/** The elements before the first that is not wanted. */
export function leading<T>(all: readonly T[], isWanted: (each: T) => boolean): readonly T[] {
  const end = all.findIndex((each) => !isWanted(each));
  return end === -1 ? all : all.slice(0, end);
}

interface ChatMessages {
  readonly messages: readonly {
    readonly content: string;
    readonly tool_calls?: readonly { id: string; function: { name: string; arguments: string } }[];
    readonly tool_call_id?: string;
  }[];
}

/** The calls, and then their arguments side by side: a piece of each in turn. */
const sideBySide = ({ calls }: StreamedAnswer): string =>
  [
    ...calls.map(({ name, id }, index) => fragment(index, { id, type: 'function', function: { name, arguments: '' } })),
    ...[0, 1, 2].flatMap((turn) =>
      calls.map(({ arguments: given }, index) => fragment(index, { function: { arguments: pieces(given)[turn] } })),
    ),
  ].join('');

export const chatCompletions: Wire = {
  question: ({ messages }: ChatMessages) => messages.at(-1)?.content ?? '',
  opening: `: PROCESSING\n\n${chunk({ role: 'assistant', content: '' })}`,
  words: (content) => chunk({ content }),
  calls: sideBySide,
  closing: ({ calls }) =>
    `${chunk({}, endOf(calls))}${data({ ...COMPLETION, choices: [], usage: USAGE })}data: [DONE]\n\n`,
  carriedBack({ messages }: ChatMessages) {
    const at = messages.findLastIndex(({ tool_calls: calls }) => calls);
    const results = leading(messages.slice(at + 1), ({ tool_call_id: id }) => id !== undefined);
    return {
      calls: (messages[at]?.tool_calls ?? []).map(({ id, function: { name, arguments: given } }) => ({
        ...{ id, name, arguments: JSON.parse(given) as object },
      })),
      results: results.map(({ tool_call_id: id = '', content }) => ({ id, content })),
    };
  },
  fault: (message) => data({ error: { message, code: 502 } }),
};

const endOf = (calls: readonly unknown[]): string => (calls.length > 0 ? 'tool_calls' : 'stop');

/** Mistral writes calls whole, all in one event, and its usage with the end. */
export const mistralCompletions: Wire = {
  ...chatCompletions,
  opening: chunk({ role: 'assistant', content: '' }),
  calls: ({ calls }) =>
    chunk({
      tool_calls: calls.map(({ id, name, arguments: given }, index) => ({
        ...{ index, id, function: { name, arguments: textOf(given) } },
      })),
    }),
  closing: ({ calls }) =>
    `${data({
      ...COMPLETION,
      choices: [{ index: 0, delta: { content: '' }, finish_reason: endOf(calls) }],
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
