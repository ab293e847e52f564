import type { ChatMessage } from './messages.ts';

/** So much of a conversation is sent to the model with each question, beside the system prompt. In estimated tokens. */
export const HISTORY_TOKENS = 32_000;

/** English has some four characters to a token, most other alphabets two, and Chinese, Japanese and Korean one. */
const TOKENS = { ascii: 0.25, alphabet: 0.5, cjk: 1 } as const;

/**
 * The messages that the model is asked with: the system prompt whole, and the newest turns that fit into so many estimated
 * tokens. A turn begins with the caller's words. What does not fit is left out a quarter of the limit at a time, so that
 * the beginning stays the same for many questions and vendors can cache it. The last turn always stays; of one that alone
 * is too long, the end of the caller's words stays. Answers the same list when everything fits.
 */
export function recentMessages(messages: readonly ChatMessage[], limit = HISTORY_TOKENS): readonly ChatMessage[] {
  const first = messages[0]?.role === 'system' ? 1 : 0;
  const turns = messages.slice(first);
  const sizes = turns.map(({ content }) => tokensIn(content));
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

/** The turns from there on; the last one, cut, when none fits. */
function turnsFrom(messages: readonly ChatMessage[], begin: number, limit: number): readonly ChatMessage[] {
  if (begin < messages.length) return messages.slice(begin);
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const turn = messages.slice(Math.max(last, 0));
  return turn.map((message) => ({ ...message, content: endOf(message.content, limit) }));
}

/** How many tokens a text has, by estimate. */
function tokensIn(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; at += 1) tokens += tokensOf(text.charCodeAt(at));
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

function tokensOf(code: number): number {
  if (code < 0x80) return TOKENS.ascii;
  // From 2E80 on are the radicals, kana, hangul and ideographs.
  return code < 0x2e80 ? TOKENS.alphabet : TOKENS.cjk;
}
