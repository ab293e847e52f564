import type { ChatMessage } from './messages.ts';

/** So much of a conversation is sent to the model with each question, beside the system prompt. In estimated tokens. */
export const HISTORY_TOKENS = 16_000;

/** English has some four characters to a token; in other scripts a token may be a single one. */
const TOKENS_PER_ASCII = 0.25;

/**
 * The messages that the model is asked with: the system prompt whole, and the newest turns that fit into so many estimated
 * tokens. A turn begins with the caller's words. The last turn always stays; of one that alone is too long, the end of the
 * caller's words stays. Answers the same list when everything fits.
 */
export function recentMessages(messages: readonly ChatMessage[], limit = HISTORY_TOKENS): readonly ChatMessage[] {
  const first = messages[0]?.role === 'system' ? 1 : 0;
  let [left, begin] = [limit, messages.length];
  for (let at = messages.length - 1; at >= first; at -= 1) {
    const { role, content } = messages[at] as ChatMessage;
    left -= tokensIn(content, left);
    if (left < 0) return [...messages.slice(0, first), ...turnsFrom(messages.slice(first), begin - first, limit)];
    if (role === 'user') begin = at;
  }
  return messages;
}

/** The turns from there on; the last one, cut, when none fits. */
function turnsFrom(messages: readonly ChatMessage[], begin: number, limit: number): readonly ChatMessage[] {
  if (begin < messages.length) return messages.slice(begin);
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const turn = messages.slice(Math.max(last, 0));
  return turn.map((message) => ({ ...message, content: endOf(message.content, limit) }));
}

/** How many tokens a text has by estimate; counts no further than to more than `enough`. */
function tokensIn(text: string, enough: number): number {
  let tokens = 0;
  for (let at = 0; at < text.length && tokens <= enough; at += 1) tokens += tokensOf(text.charCodeAt(at));
  return tokens;
}

/** The end of a text that has so many tokens by estimate. */
function endOf(text: string, limit: number): string {
  let [at, tokens] = [text.length, 0];
  while (at > 0 && (tokens += tokensOf(text.charCodeAt(at - 1))) <= limit) at -= 1;
  return text.slice(isHalf(text.charCodeAt(at)) ? at + 1 : at);
}

/** Whether a code unit is the second half of a character. */
const isHalf = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

const tokensOf = (code: number): number => (code < 0x80 ? TOKENS_PER_ASCII : 1);
