import type { ChatMessage } from '../voice/conversation-context.ts';

/** The heading of the instructions of a stage. */
const STAGE_HEADING = /^# Stage: ([a-z][a-z0-9_]*)$/gm;

/** Longest excerpt spoken, in characters. It is cut at a sentence end. */
const EXCERPT_MAX = 300;

/** Longest end of a message that is matched, in characters. */
const WORDS_MAX = 500;
/** Earlier questions among which the one that caused a late answer is looked for. */
const QUESTIONS_MAX = 20;

/** What a tool answered. */
export interface ToolReply {
  readonly tool: string;
  readonly content: string;
  readonly failed: boolean;
  /** Whether it answers a call of the last response. */
  readonly isLatest: boolean;
}

/** Answers of tools at the end of the context, and the caller's words before them. */
interface AnswersAtEnd {
  readonly answers: readonly ToolReply[];
  /** Messages of the caller, newest first. */
  readonly questions: readonly string[];
  /** Nothing but these answers follows the caller's last message. */
  readonly isLastUnanswered: boolean;
}

/** Reads the end of the context: the answers of tools to which the model has not replied. */
export function answersAtEnd(messages: readonly ChatMessage[]): AnswersAtEnd {
  const before = messages.findLastIndex(
    (message) => message.role !== 'tool' && !(message.role === 'assistant' && message.tool_calls),
  );
  const tail = messages.slice(before + 1);
  const calls = tail.flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []));
  const latest = tail.findLast((message) => message.role === 'assistant' && message.tool_calls);
  const answers = tail.flatMap((message) => {
    if (message.role !== 'tool') return [];
    const { tool_call_id: callId, content, failed = false } = message;
    const tool = calls.find(({ id }) => id === callId)?.name ?? '';
    const isLatest = latest?.role === 'assistant' && latest.tool_calls?.some(({ id }) => id === callId) === true;
    return [{ tool, content, failed, isLatest }];
  });
  const questions = messages
    .filter(({ role }) => role === 'user')
    .slice(-QUESTIONS_MAX)
    .toReversed()
    .map(({ content }) => content.trim().slice(-WORDS_MAX));
  return { answers, questions, isLastUnanswered: messages[before]?.role === 'user' };
}

/** An excerpt, after its mark and its source. */
const FIRST_EXCERPT =
  /^\[1\][ \t]+(?:\(from "[^"\n]*"(?:, page \d+)?(?:, "[^"\n]*")?\) )?(\S[^]*?)(?=\n\s*\n|\n\[\d+\]\s|$(?![^]))/m;

/**
 * First excerpt of the latest system message with numbered excerpts `[1] …`, `[2] …`, without its source, or an empty
 * text.
 */
export function bestExcerpt(messages: readonly ChatMessage[]): string {
  for (const { role, content } of messages.toReversed()) {
    if (role !== 'system') continue;
    const excerpt = FIRST_EXCERPT.exec(content)?.[1];
    if (excerpt !== undefined) return shortened(excerpt.replace(/\s+/g, ' ').trim());
  }
  return '';
}

/** The stage that the system message is about. Undefined without stages. */
export const stageIn = ([first]: readonly ChatMessage[]): string | undefined =>
  first?.role === 'system' ? [...first.content.matchAll(STAGE_HEADING)].at(-1)?.[1] : undefined;

function shortened(text: string): string {
  if (text.length <= EXCERPT_MAX) return text;
  const head = text.slice(0, EXCERPT_MAX);
  const end = Math.max(...['. ', '! ', '? ', '। '].map((border) => head.lastIndexOf(border)));
  return end > 0 ? head.slice(0, end + 1) : `${head.slice(0, head.lastIndexOf(' '))} …`;
}
