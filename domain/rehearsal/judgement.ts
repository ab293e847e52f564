import { isUnspaced } from '../knowledge/question-words.ts';
import type { TranscriptEntry } from './call-record.ts';

/** Shorter quotes prove nothing, in letters and digits. */
const QUOTE_MIN = 3;

/** One judgement of a model. `invalid`: it gave no quote of the conversation, or no answer. */
export interface Judgement {
  readonly met: 'yes' | 'no' | 'unknown' | 'invalid';
  readonly quote: string;
  readonly reason: string;
}

/** What came of a criterion. Without a majority, or with one too small, it is undecided. */
export interface JudgedCriterion {
  readonly criterion: string;
  readonly met: 'yes' | 'no' | 'undecided';
  /** The share of judgements that agree with the majority. */
  readonly agreement: number;
  readonly judgements: readonly Judgement[];
}

const plain = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** Whether the quote is in what one side said, in whole words where a script has spaces, but for case and punctuation. */
export function occurs(quote: string, transcript: readonly TranscriptEntry[]): boolean {
  const wanted = plain(quote);
  if (wanted.length < QUOTE_MIN) return false;
  if (isUnspaced(wanted)) return transcript.some(({ words }) => plain(words).includes(wanted));
  return transcript.some(({ words }) => ` ${plain(words)} `.includes(` ${wanted} `));
}

/** What most judgements say, and how many. Invalid ones agree with none. */
export function majorityOf(
  judgements: readonly Judgement[],
  agreement: number,
): Pick<JudgedCriterion, 'met' | 'agreement'> {
  const count = (met: Judgement['met']): number => judgements.filter((each) => each.met === met).length;
  const [yes, no] = [count('yes'), count('no')];
  const most = Math.max(yes, no);
  const share = most / judgements.length;
  const isDecided = yes !== no && most * 2 > judgements.length && share >= agreement;
  return { met: isDecided ? (yes > no ? 'yes' : 'no') : 'undecided', agreement: share };
}
