import { canonicalJson } from './canonical-json.ts';

/** A message of the conversation context. */
export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly tool_calls?: readonly ToolCall[] }
  | {
      readonly role: 'tool';
      readonly content: string;
      readonly tool_call_id: string;
      /** The tool did not do what it was asked for, or its result is unknown. */
      readonly failed?: true;
    };

/** A function the LLM may call. `parameters` is a JSON Schema. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The tool with which the LLM ends the call. Spec: automatic_call_ending. */
export const END_CONVERSATION: Tool = {
  name: 'end_conversation',
  description: 'Ends the call. Say goodbye in the same answer; the call ends when those words were spoken.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
};

/** The context with the caller's new words. Words after unanswered words join the same message. */
export function withUserWords(messages: readonly ChatMessage[], words: string): readonly ChatMessage[] {
  const last = messages.at(-1);
  if (last?.role !== 'user') return [...messages, { role: 'user', content: words }];
  return [...messages.slice(0, -1), { role: 'user', content: `${last.content} ${words}` }];
}

/** An id for a call. Mistral accepts only nine letters and digits. */
export const toolCallId = (number: number): string => `c${String(number).padStart(8, '0')}`;

/** The context with the calls of a response. `content` stands for each answer until it arrives. */
export const withToolCalls = (
  messages: readonly ChatMessage[],
  calls: readonly ToolCall[],
  content: string,
  failed = false,
): readonly ChatMessage[] => [
  ...messages,
  { role: 'assistant', content: '', tool_calls: calls },
  ...calls.map(({ id }) => ({ role: 'tool', content, tool_call_id: id, ...(failed && { failed }) }) as const),
];

/** The context with the answer of these calls in place of what stood for it. */
export const withToolAnswer = (
  messages: readonly ChatMessage[],
  callIds: readonly string[],
  content: string,
  failed = false,
): readonly ChatMessage[] =>
  messages.map((message) =>
    message.role === 'tool' && callIds.includes(message.tool_call_id)
      ? { ...message, content, ...(failed && { failed }) }
      : message,
  );

/** The context with the words that were played before a tool call. Blank words change nothing. */
export const withWordsBeforeCall = (
  messages: readonly ChatMessage[],
  callId: string,
  playedText: string,
): readonly ChatMessage[] =>
  messages.map((message) =>
    message.role === 'assistant' && message.tool_calls?.[0]?.id === callId
      ? { ...message, content: playedText.trim() }
      : message,
  );

/** Whether two calls ask for the same: the order of the arguments' names does not matter. */
export const isSameCall = (one: ToolCall, other: ToolCall): boolean =>
  one.name === other.name && canonicalJson(one.arguments) === canonicalJson(other.arguments);

/** The context with text added to the system message. Some models accept only one. */
export function withSystemWords(messages: readonly ChatMessage[], words: string): readonly ChatMessage[] {
  const [first, ...rest] = messages;
  if (first?.role !== 'system') return [{ role: 'system', content: words }, ...messages];
  return [{ role: 'system', content: `${first.content}\n\n${words}` }, ...rest];
}

/** The context with text added to the agent's last message. */
export function withMoreAgentWords(messages: readonly ChatMessage[], words: string): readonly ChatMessage[] {
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return withAgentWords(messages, words);
  return [...messages.slice(0, -1), { ...last, content: `${last.content} ${words.trim()}`.trim() }];
}

/** The context with the played text of an agent speech. Blank text adds no message. */
export const withAgentWords = (messages: readonly ChatMessage[], playedText: string): readonly ChatMessage[] =>
  playedText.trim() === '' ? messages : [...messages, { role: 'assistant', content: playedText.trim() }];

/** The user message of a turn: text sent for the context only comes before the caller's words. */
export const withNotes = (notes: string, words: string): string => (words === '' ? '' : `${notes} ${words}`.trim());

/** Stands for the caller's words where the agent continues without any. Models do not answer themselves. */
export const CALLER_SILENCE = '[silence]';

/** DTMF keys as they appear in context, captions and transcript. */
export const keypadEntry = (keys: string): string => `[keypad] ${keys}`;

/** The same for keys that must not be shown. */
export const hiddenKeypadEntry = (count: number): string =>
  keypadEntry(`${count === 1 ? '1 key' : `${count} keys`} (hidden)`);
