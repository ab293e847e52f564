import type { Conversation } from '../rehearsal.ts';
import type { StepEntry } from './pairs.ts';

type ToolCall = NonNullable<Conversation['calls']>[number];

/** An entry as it is shown. */
export interface ShownEntry extends StepEntry {
  readonly isInterrupted: boolean;
  /** What it calls; null for words. */
  readonly call: ToolCall | null;
}

/** What happened in a conversation, in its order: what was said, and between it the calls of tools. */
export function entriesOf({ captions, calls }: Pick<Conversation, 'captions' | 'calls'>): readonly ShownEntry[] {
  const words = captions.map(({ speaker, text, start_ms, interrupted }): ShownEntry => ({
    ...{ by: speaker, words: text, at: start_ms / 1_000 },
    ...{ isInterrupted: interrupted ?? false, call: null },
  }));
  const called = (calls ?? []).map((call): ShownEntry => ({
    ...{ by: 'tool', words: `${call.name} ${call.arguments}`, at: call.start_ms / 1_000 },
    ...{ isInterrupted: false, call },
  }));
  return [...words, ...called].toSorted((one, other) => one.at - other.at);
}

/** The entry that has this quote in its words, or -1. Case, space and punctuation do not matter. */
export function entryWith(quote: string, entries: readonly StepEntry[]): number {
  const wanted = letters(quote);
  return wanted === '' ? -1 : entries.findIndex(({ by, words }) => by !== 'tool' && letters(words).includes(wanted));
}

const letters = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
