import type { ChatMessage } from '../voice/conversation-context.ts';

/** Longest excerpt spoken, in characters. It is cut at a sentence end. */
const EXCERPT_MAX = 300;

/** The caller's last message, or an empty text. */
export const lastCallerMessage = (messages: readonly ChatMessage[]): string =>
  messages.findLast((message) => message.role === 'user')?.content.trim() ?? '';

/** First excerpt of the latest system message with numbered excerpts `[1] …`, `[2] …`, or an empty text. */
export function bestExcerpt(messages: readonly ChatMessage[]): string {
  for (const { role, content } of messages.toReversed()) {
    if (role !== 'system') continue;
    const excerpt = /^\[1\][ \t]+(\S[^]*?)(?=\n\s*\n|\n\[\d+\]\s|$(?![^]))/m.exec(content)?.[1];
    if (excerpt !== undefined) return shortened(excerpt.replace(/\s+/g, ' ').trim());
  }
  return '';
}

function shortened(text: string): string {
  if (text.length <= EXCERPT_MAX) return text;
  const head = text.slice(0, EXCERPT_MAX);
  const end = Math.max(...['. ', '! ', '? ', '। '].map((border) => head.lastIndexOf(border)));
  return end > 0 ? head.slice(0, end + 1) : `${head.slice(0, head.lastIndexOf(' '))} …`;
}
