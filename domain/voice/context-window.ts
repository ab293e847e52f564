import type { ChatMessage } from './conversation-context.ts';

/** Limit of the context sent with each request, without the system prompt, in estimated tokens. */
export const HISTORY_TOKENS = 32_000;

/** Estimated tokens per character: about four characters per token in English, two in other alphabets, one in CJK. */
const TOKENS = { ascii: 0.25, alphabet: 0.5, cjk: 1 } as const;

/**
 * The messages of an LLM request: the whole system prompt and the newest turns within `limit` estimated tokens. A turn
 * begins with the caller's words. Older turns are dropped a quarter of the limit at a time, so that the prefix stays
 * the same for many requests and vendors can cache it. The last turn is always kept. If it alone is too long, the answers
 * of its tools are shortened, the oldest first, and say so; then only the end of its other messages is kept. Returns the
 * same list if everything fits.
 */
export function recentMessages(messages: readonly ChatMessage[], limit = HISTORY_TOKENS): readonly ChatMessage[] {
  const first = messages[0]?.role === 'system' ? 1 : 0;
  const turns = messages.slice(first);
  const sizes = turns.map(sizeOf);
  const excess = sizes.reduce((sum, size) => sum + size, 0) - limit;
  if (excess <= 0) return messages;
  let left = Math.ceil(excess / (limit / 4)) * (limit / 4);
  const fits = turns.findIndex(({ role }, at) => {
    if (role === 'user' && left <= 0) return true;
    left -= sizes[at] ?? 0;
    return false;
  });
  return [...messages.slice(0, first), ...turnsFrom(turns, fits < 0 ? turns.length : fits, limit)];
}

/** The turns from `begin` on. If none fits, the last one, shortened. */
function turnsFrom(messages: readonly ChatMessage[], begin: number, limit: number): readonly ChatMessage[] {
  if (begin < messages.length) return messages.slice(begin);
  const last = messages.findLastIndex(({ role }) => role === 'user');
  return shortenedTurn(messages.slice(Math.max(last, 0)), limit);
}

/** What takes the place of the rest of a tool's answer. */
const LEFT_OUT = '(The rest of this answer was left out: the conversation is too long.)';

/** A turn within `limit` estimated tokens: only the calls of its tools are always kept whole. */
function shortenedTurn(turn: readonly ChatMessage[], limit: number): readonly ChatMessage[] {
  let excess = turn.reduce((sum, message) => sum + sizeOf(message), 0) - limit;
  const spare = (message: ChatMessage, content: string): ChatMessage => {
    excess -= tokensIn(message.content) - tokensIn(content);
    return { ...message, content };
  };
  const read = turn.map((message) =>
    excess > 0 && message.role === 'tool' && tokensIn(message.content) > tokensIn(LEFT_OUT)
      ? spare(message, beginningOf(message.content, tokensIn(message.content) - excess))
      : message,
  );
  return read.map((message) =>
    excess > 0 && message.role !== 'tool'
      ? spare(message, endOf(message.content, Math.max(0, tokensIn(message.content) - excess)))
      : message,
  );
}

/** The beginning of an answer with the note about its rest, within `limit` estimated tokens if the note fits. */
function beginningOf(text: string, limit: number): string {
  let [at, tokens] = [0, tokensIn(LEFT_OUT) + TOKENS.ascii];
  while (at < text.length && (tokens += tokensOf(text.charCodeAt(at))) <= limit) at += 1;
  const kept = text.slice(0, at > 0 && isFirstHalf(text.charCodeAt(at - 1)) ? at - 1 : at);
  return kept === '' ? LEFT_OUT : `${kept} ${LEFT_OUT}`;
}

const sizeOf = (message: ChatMessage): number => tokensIn(message.content) + tokensIn(callsIn(message));

/** The calls of a message as the text that is sent. */
const callsIn = (message: ChatMessage): string =>
  message.role === 'assistant' && message.tool_calls ? JSON.stringify(message.tool_calls) : '';

/** Estimated tokens of a text. */
function tokensIn(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; at += 1) tokens += tokensOf(text.charCodeAt(at));
  return tokens;
}

/** The end of a text within `limit` estimated tokens. */
function endOf(text: string, limit: number): string {
  let [at, tokens] = [text.length, 0];
  while (at > 0 && (tokens += tokensOf(text.charCodeAt(at - 1))) <= limit) at -= 1;
  return text.slice(isHalf(text.charCodeAt(at)) ? at + 1 : at);
}

/** Whether a code unit is a high surrogate. */
const isFirstHalf = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/** Whether a code unit is a low surrogate. */
const isHalf = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

function tokensOf(code: number): number {
  if (code < 0x80) return TOKENS.ascii;
  // CJK starts at U+2E80.
  return code < 0x2e80 ? TOKENS.alphabet : TOKENS.cjk;
}
