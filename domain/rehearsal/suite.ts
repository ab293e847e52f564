import type { CallLogStatus, CallResponse } from '../calls/call-log.ts';
import type { RetryInput } from '../campaigns/retry-policy.ts';
import type { CalleeKind } from './dialled-call.ts';
import type { CallerAction, ScriptedWorld, Step } from './scenario.ts';
import { isRecord } from '../unverified-json.ts';

/** What a scripted persona says to words of the agent: the first rule that fits and may still apply. */
export interface PersonaRule {
  /** A regular expression, as in rules of the provider `script`. */
  readonly when: string;
  /** `{{name}}` is a fact, `$1` a group of `when`. */
  readonly say?: string;
  /** Keys of the telephone. */
  readonly presses?: string;
  /** The caller hangs up after it. */
  readonly end?: boolean;
  /** How often it applies. Absent: always. */
  readonly times?: number;
}

/** How a caller speaks. Shares are of 1. */
export interface SpeechManner {
  readonly words_per_minute: number;
  /** From the end of the agent's speech to the caller's first word, in ms. */
  readonly reacts_after_ms: number;
  /** Share of the agent's replies that the caller interrupts. */
  readonly interrupts: number;
  /** Share of the agent's questions after which the caller is silent until it says more. */
  readonly silent: number;
  /** Share of the agent's replies during which the caller makes a sound without words. */
  readonly coughs: number;
  /** Share of what has digits that is said with a wrong one. */
  readonly wrong_digits: number;
  /** Share of what is said with a pause in it. */
  readonly pauses: number;
  /** How much louder than the noise the caller is. Null: there is no noise. */
  readonly noise_db: number | null;
  /** The local voice that speaks on a socket. */
  readonly speaker: string;
}

export const TEMPERS = ['calm', 'hurried', 'angry', 'confused'] as const;
export type Temper = (typeof TEMPERS)[number];

/** A simulated caller, or callee. */
export interface Persona {
  /** The agent dials, and this is who answers. Absent: the persona calls. */
  readonly callee?: CalleeKind;
  readonly goal?: string;
  readonly facts?: Readonly<Record<string, string | number | boolean>>;
  readonly temper?: Temper;
  readonly speech?: Partial<SpeechManner>;
  /** The caller hangs up after this many turns of their own. */
  readonly leaves_after_turns?: number;
  /** Said when the agent says nothing first. */
  readonly opening?: string;
  readonly script?: readonly PersonaRule[];
  /** Said where no rule fits. Without it the caller is silent. */
  readonly otherwise?: string;
  /** Settings of a provider, as `llm_config` of an agent. */
  readonly llm?: ModelSettings;
}

/** Settings of a language model, as `llm_config` of an agent. */
export interface ModelSettings {
  readonly provider: string;
  readonly [setting: string]: unknown;
}

/** What a tool answers instead of being called. */
export interface MockedTool {
  /** One for each call; the last one again and again. */
  readonly answers?: readonly unknown[];
  /** HTTP status. 400 and above: the tool fails. */
  readonly status?: number;
  readonly after_ms?: number;
  /** It never answers, and fails at its timeout. */
  readonly hangs?: true;
}

/** A tool call that is expected. */
export interface ExpectedCall {
  readonly tool: string;
  /** A part of its arguments. Texts match as everywhere. */
  readonly with?: Readonly<Record<string, unknown>>;
  readonly times?: number;
  readonly absent?: true;
  readonly outcome?: 'ok' | 'failed' | 'cancelled' | 'unknown';
}

/** What the log of a call is to say of it, and what a campaign is to do after it. */
export interface ExpectedOutcome {
  readonly status?: CallLogStatus;
  readonly call_response?: CallResponse;
  /** After how many seconds the contact is dialled again. Null: it is not. */
  readonly retry_seconds?: number | null;
  /** Which attempt it is. Absent: the first one, 1. */
  readonly attempt?: number;
  /** Retries of the campaign, as its `retry_config`. Absent: those of a new campaign. */
  readonly retry_config?: RetryInput;
}

/** A question about the conversation that a model answers. */
export interface JudgeCriterion {
  readonly criterion: string;
  /** How often it is judged. */
  readonly judgements?: number;
  /** The share of judgements that must agree. */
  readonly agreement?: number;
}

/** What must be true of a conversation. */
export interface Expectations {
  readonly calls?: readonly ExpectedCall[];
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly stages?: readonly string[];
  /** The agents that speak: names, and `name by target` after a handover. */
  readonly agents?: readonly string[];
  readonly says?: readonly string[];
  readonly never_says?: readonly string[];
  readonly ended?: string | readonly string[];
  readonly outcome?: ExpectedOutcome;
  readonly latency_ms?: { readonly median?: number; readonly p95?: number; readonly max?: number };
  readonly most_turns?: number;
  readonly most_seconds?: number;
  readonly no_repeated_question?: true;
  readonly state?: unknown;
  readonly events?: readonly Step[];
  readonly judged?: readonly (string | JudgeCriterion)[];
}

/** A conversation to be held, with one persona after the other, or with a script. */
export interface PlannedConversation {
  readonly title: string;
  readonly persona?: string;
  readonly personas?: readonly string[];
  readonly caller?: readonly CallerAction[];
  /** Time in ms until that caller hangs up after the last action. */
  readonly stays_ms?: number;
  readonly custom_variables?: Readonly<Record<string, unknown>>;
  readonly expect?: Expectations;
}

/** How long vendors take at text level, and what the knowledge base has. */
export interface SuiteVendors {
  /** `ends`: the first model of each agent fails in every request, so that its fallback answers. */
  readonly model?: { readonly first_ms?: number; readonly ends?: 'hangs' | 'fails' | 'breaks' };
  readonly voice?: { readonly first_audio_ms?: number; readonly characters_per_second?: number };
  readonly hearing?: Omit<NonNullable<ScriptedWorld['hearing']>, 'stays'>;
  readonly tools?: { readonly after_ms?: number };
  readonly knowledge?: ScriptedWorld['knowledge'];
}

/** How callers use the telephone. */
export interface SuiteTelephone {
  /** The speech to text with which they hear the agent, as `stt_config` of an agent. */
  readonly stt?: ModelSettings;
  /** The number that they call. */
  readonly number?: string;
}

/** A file of conversations with simulated callers, for one agent. */
export interface Suite {
  readonly title: string;
  /** A file beside the suite, or the id of an agent. */
  readonly agent?: string;
  /** A program beside the suite that answers the requests of the agent's tools. */
  readonly server?: string;
  /** The files of the agents that an agent of a file hands over to, by the names of the targets. */
  readonly targets?: Readonly<Record<string, string>>;
  readonly tools?: Readonly<Record<string, MockedTool>>;
  /** Tools with side effects may be called. */
  readonly live?: true;
  readonly limits?: { readonly turns?: number; readonly seconds?: number; readonly cost?: string };
  readonly vendors?: SuiteVendors;
  readonly telephone?: SuiteTelephone;
  readonly judge?: { readonly llm: ModelSettings; readonly judgements?: number; readonly agreement?: number };
  readonly personas?: Readonly<Record<string, Persona>>;
  readonly expect?: Expectations;
  readonly conversations: readonly PlannedConversation[];
}

const CALM: SpeechManner = {
  ...{ words_per_minute: 160, reacts_after_ms: 700 },
  ...{ interrupts: 0, silent: 0, coughs: 0, wrong_digits: 0, pauses: 0, noise_db: null, speaker: 'slt' },
};

/** How callers of a temper speak, unless the persona says otherwise. */
const MANNERS: Readonly<Record<Temper, SpeechManner>> = {
  calm: CALM,
  hurried: { ...CALM, words_per_minute: 210, reacts_after_ms: 350, interrupts: 0.2 },
  angry: { ...CALM, words_per_minute: 190, reacts_after_ms: 300, interrupts: 0.35 },
  confused: { ...CALM, words_per_minute: 120, reacts_after_ms: 1_400, silent: 0.15, pauses: 0.3 },
};

export const mannerOf = ({ temper = 'calm', speech = {} }: Pick<Persona, 'temper' | 'speech'>): SpeechManner => ({
  ...MANNERS[temper],
  ...speech,
});

/** The expectations of a suite and those of a conversation: lists add up, and of single values the conversation's count. */
export function joinedExpectations(one: Expectations = {}, other: Expectations = {}): Expectations {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])] as (keyof Expectations)[];
  return Object.fromEntries(names.map((name) => [name, joined(one[name], other[name], name)])) as Expectations;
}

function joined(one: unknown, other: unknown, name: keyof Expectations): unknown {
  if (one === undefined || other === undefined) return other ?? one;
  if (name === 'ended' || name === 'state') return other;
  if (Array.isArray(one) && Array.isArray(other)) return [...(one as unknown[]), ...(other as unknown[])];
  return isRecord(one) && isRecord(other) ? { ...one, ...other } : other;
}
