import { invalid } from '../../domain/errors.ts';

export const BEHAVIOURS = [
  'busy',
  'no_answer',
  'failed',
  'declined',
  'voicemail',
  'screens',
  'hangs_up',
  'talks',
] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

/** The simulated person on a call. */
export interface Callee {
  readonly behaviour: Behaviour;
  /** Sentences, one for each turn. */
  readonly say: readonly string[];
  /** A recording played instead of sentences. */
  readonly wav: Uint8Array | null;
  /** What an automated menu says when these keys are pressed. Empty: the callee ignores keys. */
  readonly menu: Readonly<Record<string, string>>;
  /** The key that the callee presses when the carrier asks for one. Null: none. */
  readonly press: string | null;
  /** Silence of the other side after which the person hangs up once everything is said. In milliseconds. */
  readonly silenceTimeoutMs: number;
  /** Hangs up this long after the other side began to speak. In milliseconds. */
  readonly hangUpAfterMs: number | null;
  /** How long it rings at most without an answer. In milliseconds. */
  readonly unheardMs: number;
}

/** Options for tests. Defaults follow from the number. */
export interface CalleeOptions {
  readonly behaviour?: Behaviour;
  readonly say?: readonly string[];
  readonly wav?: Uint8Array;
  readonly menu?: Readonly<Record<string, string>>;
  readonly press?: string | null;
  readonly silenceTimeoutMs?: number;
  readonly hangUpAfterMs?: number;
  readonly unheardMs?: number;
}

const SILENCE_TIMEOUT_MS = 4_000;
const SHORT_CALL_MS = 2_000;
const UNHEARD_MS = 3_000;
const CONVERSATION = ['Hello?', 'What are your opening hours?', 'Thank you. Goodbye.'];
const MAILBOX = ['You have reached my mailbox. Please leave a message after the tone.'];

/** An assistant that screens calls, and the person after it has the answer. */
const SCREENING = [
  'Hi, if you record your name and reason for calling, I will see if this person is available.',
  'Hello? Speaking.',
];

/** The key by which most people take a transferred call. */
const PRESS = '1';
/** Behaviours that are not a person from the beginning. */
const PRESSES_NOTHING = new Set<Behaviour>(['voicemail', 'screens']);

const SAY: Readonly<Partial<Record<Behaviour, readonly string[]>>> = { voicemail: MAILBOX, screens: SCREENING };

const BY_LAST_DIGIT: ReadonlyMap<string, Behaviour> = new Map([
  ['1', 'busy'],
  ['2', 'no_answer'],
  ['3', 'failed'],
  ['4', 'voicemail'],
  ['5', 'declined'],
  ['6', 'hangs_up'],
]);

/** The number, or what a SIP URI has before its host. */
const userOf = (number: string): string => number.split('@', 1)[0] ?? '';

/** The callee at a number or a SIP URI: given options, else by its last digit. */
export function calleeOf(number: string, options: CalleeOptions = {}): Callee {
  const behaviour = options.behaviour ?? BY_LAST_DIGIT.get(userOf(number).at(-1) ?? '') ?? 'talks';
  return {
    behaviour,
    say: SAY[behaviour] ?? CONVERSATION,
    wav: null,
    menu: {},
    press: PRESSES_NOTHING.has(behaviour) ? null : PRESS,
    silenceTimeoutMs: SILENCE_TIMEOUT_MS,
    hangUpAfterMs: behaviour === 'hangs_up' ? SHORT_CALL_MS : null,
    unheardMs: UNHEARD_MS,
    ...options,
  };
}

/** A day in milliseconds. */
const COUNT_MAX = 24 * 60 * 60_000;
const SENTENCES_MAX = 100;
const SENTENCE_LENGTH_MAX = 500;

/** Reads options from a request, with audio as a base64 WAV file. Refuses invalid ones with `invalid`. */
export function readCalleeOptions(body: Readonly<Record<string, unknown>>): CalleeOptions {
  const { behaviour, say, wav, menu, press, patience_ms, hang_up_after_ms, rings_ms } = body;
  return {
    ...(behaviour !== undefined && { behaviour: readBehaviour(behaviour) }),
    ...(say !== undefined && { say: readSentences(say) }),
    ...(wav !== undefined && { wav: readWav(wav) }),
    ...(menu !== undefined && { menu: readMenu(menu) }),
    ...(press !== undefined && { press: readPress(press) }),
    ...(patience_ms !== undefined && { silenceTimeoutMs: readCount('patience_ms', patience_ms) }),
    ...(hang_up_after_ms !== undefined && { hangUpAfterMs: readCount('hang_up_after_ms', hang_up_after_ms) }),
    ...(rings_ms !== undefined && { unheardMs: readCount('rings_ms', rings_ms) }),
  };
}

function readBehaviour(value: unknown): Behaviour {
  const behaviour = BEHAVIOURS.find((each) => each === value);
  if (behaviour === undefined) throw invalid(`behaviour must be one of ${BEHAVIOURS.join(', ')}`);
  return behaviour;
}

function readSentences(value: unknown): string[] {
  const lines: unknown[] = Array.isArray(value) ? value : [value];
  const isSayable = (line: unknown): line is string =>
    typeof line === 'string' && line.trim() !== '' && line.length <= SENTENCE_LENGTH_MAX;
  if (lines.length > SENTENCES_MAX || !lines.every(isSayable))
    throw invalid(
      `say must be a text, or a list of at most ${SENTENCES_MAX}, of at most ${SENTENCE_LENGTH_MAX} characters each`,
    );
  return lines;
}

function readMenu(value: unknown): Readonly<Record<string, string>> {
  const choices = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (choices.length === 0 || !choices.every(([keys]) => /^[\d*#A-D]{1,32}$/.test(keys)))
    throw invalid('menu must be an object of keys of a telephone and what is said then');
  const sentences = readSentences(choices.map(([, sentence]: [string, unknown]) => sentence));
  return Object.fromEntries(choices.map(([keys], index) => [keys, sentences[index] ?? '']));
}

function readPress(value: unknown): string | null {
  if (value === null) return null;
  if (typeof value !== 'string' || !/^[\d*#]$/.test(value))
    throw invalid('press must be a key of a telephone, or null');
  return value;
}

/** Decodes a base64 file. */
export function readWav(value: unknown): Uint8Array {
  if (typeof value !== 'string') throw invalid('wav must be base64 of a WAV file');
  return Buffer.from(value, 'base64');
}

/** Reads a whole number of milliseconds or items. */
export function readCount(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= COUNT_MAX) return value;
  throw invalid(`${name} must be a whole number`);
}
