import type { TokenUsage } from '../../../application/ports/language-model.ts';
import { tokenUsage } from '../_chat/token-usage.ts';

/** One event of a streamed chat completion, or a whole one. Any field may be missing or malformed. */
export interface ChatChunk {
  readonly error?: { readonly code?: unknown; readonly type?: unknown; readonly param?: unknown } | null;
  /** Cerebras puts the status code here. */
  readonly status_code?: unknown;
  readonly choices?: unknown;
  readonly usage?: Usage | null;
  /** Groq puts the usage here. */
  readonly x_groq?: { readonly usage?: Usage | null } | null;
}

interface Choice {
  readonly delta?: Delta | null;
  /** The whole message, in a response that is not streamed. */
  readonly message?: Delta | null;
  readonly finish_reason?: string | null;
}

export interface Delta {
  readonly content?: unknown;
  readonly reasoning?: unknown;
  readonly reasoning_content?: unknown;
  readonly tool_calls?: readonly Fragment[] | null;
}

export interface Fragment {
  readonly index?: number;
  readonly id?: string | null;
  readonly function?: { readonly name?: string | null; readonly arguments?: string | null };
}

interface Usage {
  readonly prompt_tokens?: unknown;
  readonly completion_tokens?: unknown;
  readonly prompt_tokens_details?: { readonly cached_tokens?: unknown } | null;
}

/** The first choice. Requests ask for one. */
export const choiceIn = ({ choices }: ChatChunk): Choice | null =>
  Array.isArray(choices) ? ((choices[0] ?? null) as Choice | null) : null;

/** The text to speak. Mistral's reasoning models send an array of parts, with reasoning in parts of another type. */
export function wordsIn({ content }: Delta): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as { readonly text?: unknown }[])
    .map((part) => (typeof part?.text === 'string' ? part.text : ''))
    .join('');
}

/** Token usage of the whole response, if this event has it. */
export function usageIn({ usage, x_groq }: ChatChunk): TokenUsage | null {
  const { prompt_tokens, completion_tokens, prompt_tokens_details } = usage ?? x_groq?.usage ?? {};
  return tokenUsage(prompt_tokens, completion_tokens, prompt_tokens_details?.cached_tokens);
}
