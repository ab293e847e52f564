import type { components } from '../../api.ts';
import type { Tone } from '../../parts/badge.tsx';

type Schemas = components['schemas'];

export type SuiteSummary = Schemas['RehearsalSuiteSummary'];
export type Suite = Schemas['RehearsalSuite'];
export type Run = Schemas['RehearsalRun'];
export type RunSide = Schemas['RehearsalSide'];
export type RunSummary = Schemas['RehearsalSummary'];
export type Comparison = Schemas['RehearsalComparison'];
export type ConversationSummary = Schemas['RehearsalConversationSummary'];
export type Conversation = Schemas['RehearsalConversation'];
export type Verdict = Schemas['RehearsalVerdict'];

/** Whether a run is yet to end. */
export const isUnfinished = ({ state }: Pick<Run, 'state'>): boolean => state === 'queued' || state === 'running';

export const TONE_OF_RUN = {
  queued: 'plain',
  running: 'info',
  completed: 'good',
  failed: 'bad',
  canceled: 'plain',
} as const satisfies Record<Run['state'], Tone>;

export const TONE_OF_VERDICT = {
  passed: 'good',
  failed: 'bad',
  undecided: 'warn',
  error: 'bad',
} as const satisfies Record<Verdict, Tone>;

/** From the worst to the best. */
const VERDICTS = ['failed', 'error', 'undecided', 'passed'] as const satisfies readonly Verdict[];

/** The same conversation with the one agent and with the other, as far as they were held. */
export interface ConversationPair {
  readonly position: number;
  readonly a: ConversationSummary | null;
  readonly b: ConversationSummary | null;
}

/** The conversations in pairs: first those in which a side did worst, and of these first where the sides differ. */
export function worstFirst(conversations: readonly ConversationSummary[]): readonly ConversationPair[] {
  const pairs = new Map<number, ConversationPair>();
  for (const conversation of conversations) {
    const { position, side } = conversation;
    pairs.set(position, { ...(pairs.get(position) ?? { position, a: null, b: null }), [side]: conversation });
  }
  return [...pairs.values()].toSorted(
    (one, other) =>
      worstOf(one) - worstOf(other) || Number(differs(other)) - Number(differs(one)) || one.position - other.position,
  );
}

/** Either of a pair: title, persona and run are the same. */
export const eitherOf = ({ a, b }: ConversationPair): ConversationSummary => (a ?? b) as ConversationSummary;

const rankOf = (conversation: ConversationSummary | null): number =>
  conversation ? VERDICTS.indexOf(conversation.verdict) : VERDICTS.length;

const worstOf = ({ a, b }: ConversationPair): number => Math.min(rankOf(a), rankOf(b));

const differs = ({ a, b }: ConversationPair): boolean => a !== null && b !== null && a.verdict !== b.verdict;

/** Which conversations are shown, if not all. */
export const SHOWN = ['problems', 'different'] as const;
export type ShownPairs = (typeof SHOWN)[number] | '';

/** Whether a pair is among those that are shown. */
export function isShown(shown: ShownPairs, pair: ConversationPair): boolean {
  if (shown === 'different') return differs(pair);
  return shown === '' || [pair.a, pair.b].some((each) => each !== null && each.verdict !== 'passed');
}

/** The position and side that an id says, as in `a12`. Null for other texts. */
export function placeOfConversation(id: string): { readonly side: 'a' | 'b'; readonly position: number } | null {
  const [side, position] = [id.slice(0, 1), Number(id.slice(1))];
  return (side === 'a' || side === 'b') && Number.isInteger(position) && position > 0 ? { side, position } : null;
}

/** A problem of a suite's text, and its line where the API names it. */
export interface PlacedProblem {
  readonly line: number | null;
  readonly message: string;
}

const PLACED = /^line (\d+): (.*)$/su;

/** What is wrong with the text of a suite, from its first line to its last. */
export const placedProblems = (messages: readonly string[]): readonly PlacedProblem[] =>
  messages
    .map((text): PlacedProblem => {
      const [, line, message = text] = PLACED.exec(text) ?? [];
      return { line: line === undefined ? null : Number(line), message };
    })
    .toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0));
