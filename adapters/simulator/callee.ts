import { invalid } from '../../domain/errors.ts';

export const BEHAVIOURS = ['busy', 'no_answer', 'failed', 'declined', 'voicemail', 'hangs_up', 'talks'] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

/** Somebody at the other end of a simulated call. */
export interface Callee {
  readonly behaviour: Behaviour;
  /** Sentences, each said when it is this side's turn. */
  readonly say: readonly string[];
  /** A recording that is played instead. */
  readonly wav: Uint8Array | null;
  /** Hangs up when the other side was silent for so long and nothing is left to say. In milliseconds. */
  readonly patienceMs: number;
  /** Hangs up so long after the call was answered, whatever happens. In milliseconds. */
  readonly hangUpAfterMs: number | null;
}

/** What a test may ask for; whatever is left out follows from the number. */
export interface CalleeWishes {
  readonly behaviour?: Behaviour;
  readonly say?: readonly string[];
  readonly wav?: Uint8Array;
  readonly patienceMs?: number;
  readonly hangUpAfterMs?: number;
}

const PATIENCE_MS = 4_000;
const SHORT_CALL_MS = 2_000;
const CONVERSATION = ['Hello?', 'What are your opening hours?', 'Thank you. Goodbye.'];
const MAILBOX = ['You have reached my mailbox. Please leave a message after the tone.'];

const BY_LAST_DIGIT: ReadonlyMap<string, Behaviour> = new Map([
  ['1', 'busy'],
  ['2', 'no_answer'],
  ['3', 'failed'],
  ['4', 'voicemail'],
  ['5', 'declined'],
  ['6', 'hangs_up'],
]);

/** Who picks up at a number: by its last digit, unless something else was wished for. */
export function calleeOf(number: string, wishes: CalleeWishes = {}): Callee {
  const behaviour = wishes.behaviour ?? BY_LAST_DIGIT.get(number.at(-1) ?? '') ?? 'talks';
  return {
    behaviour,
    say: behaviour === 'voicemail' ? MAILBOX : CONVERSATION,
    wav: null,
    patienceMs: PATIENCE_MS,
    hangUpAfterMs: behaviour === 'hangs_up' ? SHORT_CALL_MS : null,
    ...wishes,
  };
}

/** A day in milliseconds. */
const LARGEST_COUNT = 24 * 60 * 60_000;
const MOST_LINES = 100;
const LONGEST_LINE = 500;

/** The wishes in a request, whose sound is base64 of a WAV file. Refuses with `invalid` what is not understood. */
export function readWishes(body: Readonly<Record<string, unknown>>): CalleeWishes {
  const { behaviour, say, wav, patience_ms, hang_up_after_ms } = body;
  return {
    ...(behaviour !== undefined && { behaviour: readBehaviour(behaviour) }),
    ...(say !== undefined && { say: readLines(say) }),
    ...(wav !== undefined && { wav: readWav(wav) }),
    ...(patience_ms !== undefined && { patienceMs: readCount('patience_ms', patience_ms) }),
    ...(hang_up_after_ms !== undefined && { hangUpAfterMs: readCount('hang_up_after_ms', hang_up_after_ms) }),
  };
}

function readBehaviour(value: unknown): Behaviour {
  const behaviour = BEHAVIOURS.find((each) => each === value);
  if (behaviour === undefined) throw invalid(`behaviour must be one of ${BEHAVIOURS.join(', ')}`);
  return behaviour;
}

function readLines(value: unknown): string[] {
  const lines: unknown[] = Array.isArray(value) ? value : [value];
  const isSayable = (line: unknown): line is string =>
    typeof line === 'string' && line.trim() !== '' && line.length <= LONGEST_LINE;
  if (lines.length > MOST_LINES || !lines.every(isSayable))
    throw invalid(`say must be a text, or a list of at most ${MOST_LINES}, of at most ${LONGEST_LINE} characters each`);
  return lines;
}

/** The bytes of a file that was sent as base64. */
export function readWav(value: unknown): Uint8Array {
  if (typeof value !== 'string') throw invalid('wav must be base64 of a WAV file');
  return Buffer.from(value, 'base64');
}

/** A whole number, of milliseconds or of things. */
export function readCount(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= LARGEST_COUNT) return value;
  throw invalid(`${name} must be a whole number`);
}
