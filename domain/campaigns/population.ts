import { invalid } from '../errors.ts';
import { hourProblems, timeOf, type DayHours } from './day-hours.ts';
import { seededDraws, type Draws } from './seeded-draws.ts';

/** What a callee may say, and how long the conversation takes then. */
export interface CalleeWords {
  readonly text: string;
  /** Part of the conversations of the group. */
  readonly share: number;
  /** On average. */
  readonly talk_seconds: number;
}

/** How likely a person answers in some hours of the day, by local time of the callee. */
export interface CalleeHours extends DayHours {
  readonly answers: number;
}

/** Contacts that behave alike. */
export interface CalleeGroup {
  readonly name: string;
  /** Part of the contacts. */
  readonly share: number;
  /** Part of the dials that a person answers. */
  readonly answers: number;
  /** Where that depends on the hour. The first that fits counts. */
  readonly hours?: readonly CalleeHours[];
  /** Part of the dials that no person answers that go to a mailbox. */
  readonly voicemail?: number;
  /** Part of them that are busy. */
  readonly busy?: number;
  /** Whether the numbers do not exist. */
  readonly invalid?: boolean;
  readonly ring_seconds?: number;
  readonly no_answer_seconds?: number;
  readonly voicemail_seconds?: number;
  /** Without it, conversations take a minute on average. */
  readonly says?: readonly CalleeWords[];
}

/** The callees of a rehearsal. The same seed draws the same calls. */
export interface Population {
  readonly seed?: number;
  readonly groups: readonly CalleeGroup[];
}

/** A drawn call, in ms. */
export interface CalleeCall {
  readonly outcome: 'answered' | 'voicemail' | 'busy' | 'no_answer' | 'invalid_number';
  readonly ringMs: number;
  readonly talkMs: number;
  /** Null: no person answered. */
  readonly says: string | null;
}

/** What a group has that does not say otherwise. */
export const GROUP_DEFAULTS = {
  ...{ voicemail: 0, busy: 0, ring_seconds: 15, no_answer_seconds: 60, voicemail_seconds: 20 },
} as const;
/** Until the carrier refuses or reports a busy number. In seconds. */
export const BUSY_SECONDS = 4;
const TOLERANCE = 0.001;

/** Rejects a population whose parts do not add up, with all problems. Shapes and bounds are checked before. */
export function requirePopulation({ groups }: Population): void {
  const problems = groups.flatMap(({ says = [SILENT], hours = [], voicemail = 0, busy = 0 }, place) => {
    const path = `population.groups[${place}]`;
    return [
      ...sharesOf(says, `${path}.says`),
      ...(voicemail + busy > 1 ? [`${path}: voicemail and busy must be at most 1 together`] : []),
      ...hourProblems(hours, `${path}.hours`),
    ];
  });
  const all = [...sharesOf(groups, 'population.groups'), ...problems];
  if (all.length > 0) throw invalid(all);
}

function sharesOf(parts: readonly { readonly share: number }[], path: string): string[] {
  const sum = parts.reduce((total, { share }) => total + share, 0);
  return Math.abs(sum - 1) <= TOLERANCE ? [] : [`${path}: the shares must be 1 together, and are ${sum.toFixed(3)}`];
}

/** The group that a contact belongs to, the same for each of its calls. */
export const groupOf = ({ groups, seed = 1 }: Population, contact: number): CalleeGroup =>
  picked(groups, seededDraws(seed * 7_919 + contact)());

/** Draws what becomes of a dial at a minute of the callee's day. */
export function drawCallee(group: CalleeGroup, minuteOfDay: number, draw: Draws): CalleeCall {
  const { voicemail, busy, ring_seconds, no_answer_seconds, voicemail_seconds } = { ...GROUP_DEFAULTS, ...group };
  const without = { talkMs: 0, says: null };
  if (group.invalid) return { outcome: 'invalid_number', ringMs: BUSY_SECONDS * 1_000, ...without };
  if (draw() < answersAt(group, minuteOfDay)) {
    const words = picked(wordsOf(group), draw());
    // Half as long to half as long again.
    return {
      outcome: 'answered',
      ringMs: ring_seconds * 1_000,
      talkMs: words.talk_seconds * 1_000 * (0.5 + draw()),
      says: words.text,
    };
  }
  const drawn = draw();
  if (drawn < voicemail)
    return { outcome: 'voicemail', ringMs: ring_seconds * 1_000, talkMs: voicemail_seconds * 1_000, says: null };
  if (drawn < voicemail + busy) return { outcome: 'busy', ringMs: BUSY_SECONDS * 1_000, ...without };
  return { outcome: 'no_answer', ringMs: no_answer_seconds * 1_000, ...without };
}

const SILENT: CalleeWords = { text: '', share: 1, talk_seconds: 60 };

/** What callees of a group say. */
export const wordsOf = ({ says = [SILENT] }: CalleeGroup): readonly CalleeWords[] => says;

function picked<T extends { readonly share: number }>(parts: readonly T[], drawn: number): T {
  let sum = 0;
  for (const part of parts) if (drawn < (sum += part.share)) return part;
  return parts.at(-1)!;
}

/** How likely a person of the group answers at a minute of the day. */
export function answersAt({ hours = [], answers }: CalleeGroup, minuteOfDay: number): number {
  const time = timeOf(minuteOfDay);
  return hours.find(({ from, to }) => from <= time && time < to)?.answers ?? answers;
}
