/** One message of the model's context. */
export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly tool_calls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly content: string; readonly tool_call_id: string };

/** A function the model may call. `parameters` is a JSON Schema. */
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

/** The tool with which a model ends the call. Spec: automatic_call_ending. */
export const END_CONVERSATION: Tool = {
  name: 'end_conversation',
  description: 'Ends the call. Say goodbye in the same answer; the call ends when those words were spoken.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
};

/** The context with the caller's new words at its end. Words that follow unanswered words belong to the same message. */
export function withUserWords(messages: readonly ChatMessage[], words: string): readonly ChatMessage[] {
  const last = messages.at(-1);
  if (last?.role !== 'user') return [...messages, { role: 'user', content: words }];
  return [...messages.slice(0, -1), { role: 'user', content: `${last.content} ${words}` }];
}

/** The context with more in the message that tells the model what it is; some models take no second one of its kind. */
export function withSystemWords(messages: readonly ChatMessage[], words: string): readonly ChatMessage[] {
  const [first, ...rest] = messages;
  if (first?.role !== 'system') return [{ role: 'system', content: words }, ...messages];
  return [{ role: 'system', content: `${first.content}\n\n${words}` }, ...rest];
}

/** The context with more of the message that the agent wrote last. */
export function withMoreAgentWords(messages: readonly ChatMessage[], words: string): readonly ChatMessage[] {
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return withAgentWords(messages, words);
  return [...messages.slice(0, -1), { ...last, content: `${last.content} ${words.trim()}`.trim() }];
}

/** The context with what the agent was heard to say. Unheard words never enter it. */
export const withAgentWords = (messages: readonly ChatMessage[], heard: string): readonly ChatMessage[] =>
  heard.trim() === '' ? messages : [...messages, { role: 'assistant', content: heard.trim() }];

/** The caller's turn as the model is asked: text that was sent for the context alone comes first. */
export const withNotes = (notes: string, words: string): string => (words === '' ? '' : `${notes} ${words}`.trim());

/** How keys of the telephone read in context, captions and transcript: as what they are, and no spoken words. */
export const keypadEntry = (keys: string): string => `[keypad] ${keys}`;
