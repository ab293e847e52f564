import type { ChatMessage } from '../voice/messages.ts';

/** An excerpt longer than this is cut after a sentence: it is to be spoken. In characters. */
const EXCERPT_MAX = 300;

/** What the caller said last, or nothing. */
export const lastCallerMessage = (messages: readonly ChatMessage[]): string =>
  messages.findLast((message) => message.role === 'user')?.content.trim() ?? '';

/** The first of the excerpts that the latest grounded system message numbers as `[1] …`, `[2] …`, or nothing. */
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
