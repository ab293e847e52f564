import type { TokenUsage } from '../../../application/ports/language-model.ts';

/** One event of a streamed chat completion. Nothing in it can be relied on. */
export interface ChatChunk {
  readonly error?: { readonly code?: unknown; readonly type?: unknown; readonly param?: unknown } | null;
  /** Where Cerebras tells what kind of fault it is. */
  readonly status_code?: unknown;
  readonly choices?: unknown;
  readonly usage?: Usage | null;
  /** Where Groq tells the usage. */
  readonly x_groq?: { readonly usage?: Usage | null } | null;
}

interface Choice {
  readonly delta?: Delta | null;
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
}

/** The only choice that was asked for. */
export const choiceIn = ({ choices }: ChatChunk): Choice | null =>
  Array.isArray(choices) ? ((choices[0] ?? null) as Choice | null) : null;

/** The words to be spoken. Mistral's reasoning models send them in parts, with their thoughts as parts of another type. */
export function wordsIn({ content }: Delta): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as { readonly text?: unknown }[])
    .map((part) => (typeof part?.text === 'string' ? part.text : ''))
    .join('');
}

/** What the whole answer cost, when this event tells. */
export function usageIn({ usage, x_groq }: ChatChunk): TokenUsage | null {
  const { prompt_tokens: input, completion_tokens: output } = usage ?? x_groq?.usage ?? {};
  return typeof input === 'number' && typeof output === 'number' ? { input, output } : null;
}
