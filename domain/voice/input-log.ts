import { effectDigest, effectName } from './effect-digest.ts';
import type { ConversationEffect, ConversationInput, ConversationSettings } from './state.ts';
import { isRecord } from '../unverified-json.ts';

/** The version of the form in which inputs are stored. */
export const INPUT_LOG_VERSION = 1;

/** Most characters of a log. Inputs beyond them are not stored, so that the rest can be replayed. */
export const INPUT_LOG_MAX = 2_000_000;

/** What the settings of a conversation were made of, beside the configuration of its agent. */
export interface InputLogOrigin {
  /** The variables of the call. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Provider and model of each stage, in words. */
  readonly models: { readonly stt: string; readonly llm: string; readonly tts: string };
  /** Whether the platform dialled it. */
  readonly outbound: boolean;
  /** Whether the call could be transferred. */
  readonly transfers: boolean;
}

export const UNKNOWN_ORIGIN: InputLogOrigin = {
  variables: {},
  models: { stt: '', llm: '', tts: '' },
  outbound: false,
  transfers: false,
};

export interface InputLogHead extends InputLogOrigin {
  readonly version: typeof INPUT_LOG_VERSION;
  /** What the policy was given. */
  readonly settings: ConversationSettings;
}

/** An input, and what its effects were at the time. */
export interface LoggedInput {
  readonly input: ConversationInput;
  /** The names of its effects, in order. */
  readonly effects: readonly string[];
  /** The digest of all of them. Null without effects. */
  readonly digest: string | null;
}

/**
 * `full`: further inputs were not stored. `redacted`: an agent that leaves words out of what is stored took over then.
 * `interrupted`: the process of the call died, or its disk failed.
 */
export type InputLogEnd = 'complete' | 'full' | 'redacted' | 'interrupted';

/** The inputs of a conversation from its start. */
export interface InputLog {
  readonly head: InputLogHead;
  readonly inputs: readonly LoggedInput[];
  readonly end: InputLogEnd;
}

/** The first line of a log. */
export const headLine = (origin: InputLogOrigin, settings: ConversationSettings): string =>
  `${JSON.stringify({ version: INPUT_LOG_VERSION, ...origin, settings }, mapsAsLists)}\n`;

/** The line of an input with its effects. */
export function inputLine(input: ConversationInput, effects: readonly ConversationEffect[]): string {
  const logged = {
    input,
    ...(effects.length > 0 && { effects: effects.map(effectName), digest: effectDigest(effects) }),
  };
  // Few inputs have maps. To look for them takes less than to call a function for each value.
  return `${hasMap(input) ? JSON.stringify(logged, mapsAsLists) : JSON.stringify(logged)}\n`;
}

/** Those that are written. A release that does not know one reads `interrupted`. */
const ENDS = ['complete', 'full', 'redacted'] as const satisfies readonly InputLogEnd[];

/** The last line of a log. */
export const endLine = (end: Exclude<InputLogEnd, 'interrupted'>): string => `${JSON.stringify({ end })}\n`;

/**
 * Reads a log. Lines count up to the first that is not whole, since a crash may have cut it. Null: it is not a log, or one
 * of another version.
 */
export function readInputLog(text: string): InputLog | null {
  const [first = '', ...lines] = text.split('\n');
  const head = parsed(first, listsAsMaps);
  if (!isHead(head)) return null;
  const inputs: LoggedInput[] = [];
  for (const line of lines) {
    const value = parsed(line, listsAsMaps);
    const end = isRecord(value) ? ENDS.find((each) => each === value['end']) : undefined;
    if (end) return { head, inputs, end };
    if (!isLoggedInput(value)) break;
    inputs.push({ input: value.input, effects: value.effects ?? [], digest: value.digest ?? null });
  }
  return { head, inputs, end: 'interrupted' };
}

/** The key of an object that stands for a map. */
const MAP = '$map';

const mapsAsLists = (_name: string, value: unknown): unknown => (value instanceof Map ? { [MAP]: [...value] } : value);

const hasMap = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && (value instanceof Map || Object.values(value).some(hasMap));

const listsAsMaps = (_name: string, value: unknown): unknown =>
  isRecord(value) && Object.keys(value).length === 1 && Array.isArray(value[MAP])
    ? new Map(value[MAP] as [unknown, unknown][])
    : value;

function parsed(line: string, reviver?: (name: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(line, reviver);
  } catch {
    return null;
  }
}

const isHead = (value: unknown): value is InputLogHead =>
  isRecord(value) &&
  value['version'] === INPUT_LOG_VERSION &&
  ['settings', 'variables', 'models'].every((field) => isRecord(value[field]));

const isLoggedInput = (value: unknown): value is Partial<LoggedInput> & Pick<LoggedInput, 'input'> =>
  isRecord(value) && isRecord(value['input']) && Number.isFinite(value['input']['at']);
