import { invalid } from '../errors.ts';
import { isPlainText } from '../plain-text.ts';
import { readEach, readFields, readFlag, readInteger, readObject, readText, required } from './json-readers.ts';
import { requireKnownPlaceholders } from './tool-templates.ts';
import { textOf, type CustomVariables } from './variables.ts';

export const TRANSFER_MODES = ['cold', 'warm'] as const;
/** `warm`: the person hears a brief before the caller. */
export type TransferMode = (typeof TRANSFER_MODES)[number];

/** What a person has to do before anything else: a mailbox that answers does not do it. */
export interface TransferConfirmation {
  /** The digit to press. */
  readonly key: string;
  /** What asks for it, with variables, but without the summary: a mailbox would record that. */
  readonly say: string;
  /** How long the key is awaited after these words, in seconds. They are repeated once. */
  readonly timeout_secs: number;
}

/** A person or a desk that calls can be transferred to. */
export interface TransferTarget {
  readonly name: string;
  /** When to transfer to this target, for the model. */
  readonly description: string;
  /** E.164, a SIP URI, or one `{{variable}}` that has to contain one of these. */
  readonly to: string;
  readonly mode: TransferMode;
  /** A number of the organisation. Absent: the number of the call. */
  readonly caller_id?: string;
  /** Ring timeout, in seconds. */
  readonly ring_seconds: number;
  /** What the agent says while it rings. Absent: the agent's hold message, if it has one. */
  readonly say?: string;
  /** Only of warm transfers: what the person hears first, with `{{summary}}` and variables. Absent: the summary. */
  readonly brief?: string;
  /** Only of warm transfers. Absent: whatever answers counts as a person. */
  readonly confirm?: TransferConfirmation;
}

/** Transfers of an agent's calls. */
export interface AgentTransfer {
  readonly targets: readonly TransferTarget[];
  /** What the agent does without an answer: an instruction for the model. */
  readonly when_unanswered?: string;
  /** Whether the caller hears a ringback tone while it rings and the agent is silent. Absent: yes. */
  readonly ringback?: boolean;
}

/** Most transfers that one call may attempt: each of them costs money. */
export const TRANSFERS_PER_CALL = 3;

const TARGETS_MAX = 10;
const NAME = /^[a-z][a-z0-9_]{0,31}$/;
const DESCRIPTION_MAX = 500;
const TEXT_MAX = 500;
const SAY_MAX = 200;
const RING_SECONDS = { minimum: 5, default: 25, maximum: 60 } as const;
/** The default key and its range, and the waits that every carrier has. */
const CONFIRM_KEY = '1';
const KEY = /^\d$/;
const CONFIRM_SECONDS = { minimum: 5, default: 8, maximum: 10 } as const;
const TO_MAX = 255;
const E164 = /^\+[1-9]\d{6,14}$/;
/** Without a password, headers and parameters, which could change the destination. */
const SIP = /^sips?:[\w.+~-]{1,64}@[A-Za-z0-9][A-Za-z0-9.-]{0,127}(?::\d{1,5})?$/;
const VARIABLE = /^\{\{([\p{L}\p{M}\p{N}\p{Join_Control}_]{1,64})\}\}$/u;

/** Whether the text is a SIP URI. */
const isSipUri = (text: string): boolean => SIP.test(text);

/** Whether the text is one variable. */
export const isVariable = (text: string): boolean => VARIABLE.test(text);

/** The number or SIP URI of a target. Null when its variable has neither. */
export function destinationOf({ to }: Pick<TransferTarget, 'to'>, variables: CustomVariables): string | null {
  const name = VARIABLE.exec(to)?.[1];
  const text = name === undefined ? to : Object.hasOwn(variables, name) ? textOf(variables[name]).trim() : '';
  return isDestination(text) ? text : null;
}

const isDestination = (text: string): boolean => text.length <= TO_MAX && (E164.test(text) || isSipUri(text));

/** Parses transfers from untyped JSON. Targets and briefs may use these custom variables. Null when absent. */
export function parseTransfer(input: unknown, customVariables: readonly string[]): AgentTransfer | null {
  const given = readObject(input, 'transfer');
  if (!given) return null;
  const { targets, when_unanswered, ringback } = readFields(given, 'transfer', {
    targets: () => parseTargets(given['targets'], customVariables),
    when_unanswered: () => boundedText(given['when_unanswered'], 'transfer.when_unanswered', TEXT_MAX),
    ringback: () => readFlag(given['ringback'], 'transfer.ringback'),
  });
  return {
    targets,
    ...(when_unanswered !== null && { when_unanswered }),
    ...(ringback !== null && { ringback }),
  };
}

function parseTargets(input: unknown, variables: readonly string[]): readonly TransferTarget[] {
  const path = 'transfer.targets';
  if (!Array.isArray(input) || input.length === 0) throw invalid(`${path} must be a list of at least one target`);
  if (input.length > TARGETS_MAX) throw invalid(`${path} must have at most ${TARGETS_MAX} items`);
  const targets = readEach(
    input.map((item: unknown, index) => () => parseTarget(item, `${path}[${index}]`, variables)),
  );
  const names = targets.map(({ name }) => name);
  const repeated = names.flatMap((name, index) => (names.indexOf(name) < index ? [`${path}[${index}].name`] : []));
  if (repeated.length > 0) throw invalid(repeated.map((each) => `${each} must differ from the names before it`));
  return targets;
}

function parseTarget(input: unknown, path: string, variables: readonly string[]): TransferTarget {
  const given = required(readObject(input, path), path);
  const at = (field: keyof TransferTarget): [unknown, string] => [given[field], `${path}.${field}`];
  const { caller_id, say, brief, confirm, ...target } = readFields(given, path, {
    name: () => parseName(...at('name')),
    description: () => required(boundedText(...at('description'), DESCRIPTION_MAX), `${path}.description`),
    to: () => parseTo(...at('to'), variables),
    mode: () => parseMode(...at('mode')),
    caller_id: () => parseCallerId(...at('caller_id')),
    ring_seconds: () => readInteger(...at('ring_seconds'), RING_SECONDS) ?? RING_SECONDS.default,
    say: () => boundedText(...at('say'), SAY_MAX),
    brief: () => parseBrief(...at('brief'), variables),
    confirm: () => parseConfirmation(...at('confirm'), variables),
  });
  if (target.mode === 'cold') {
    const warm = Object.entries({ brief, confirm }).filter(([, value]) => value !== null);
    if (warm.length > 0) throw invalid(warm.map(([name]) => `${path}.${name} requires mode warm`));
  }
  return {
    ...target,
    ...(caller_id !== null && { caller_id }),
    ...(say !== null && { say }),
    ...(brief !== null && { brief }),
    ...(confirm !== null && { confirm }),
  };
}

/** A text of one line. Null when absent or blank. */
function boundedText(value: unknown, path: string, max: number): string | null {
  const text = (readText(value, path) ?? '').trim();
  if (text.length > max) throw invalid(`${path} must have at most ${max} characters`);
  if (!isPlainText(text)) throw invalid(`${path} must be one line without control characters`);
  return text === '' ? null : text;
}

function parseName(value: unknown, path: string): string {
  const name = required(readText(value, path), path);
  if (!NAME.test(name))
    throw invalid(`${path} must be 1 to 32 lower-case letters, digits and underscores, and start with a letter`);
  return name;
}

const requireVariables = (text: string, path: string, names: readonly string[]): void =>
  requireKnownPlaceholders(text, path, {
    ...{ known: new Set(names), allowsSecrets: false, advice: 'add it to custom_variables' },
  });

function parseBrief(value: unknown, path: string, variables: readonly string[]): string | null {
  const brief = boundedText(value, path, TEXT_MAX);
  if (brief !== null) requireVariables(brief, path, [...variables, 'summary']);
  return brief;
}

function parseConfirmation(value: unknown, path: string, variables: readonly string[]): TransferConfirmation | null {
  const given = readObject(value, path);
  if (!given) return null;
  return readFields(given, path, {
    key: () => parseKey(given['key'], `${path}.key`),
    say: () => {
      const say = required(boundedText(given['say'], `${path}.say`, SAY_MAX), `${path}.say`);
      requireVariables(say, `${path}.say`, variables);
      return say;
    },
    timeout_secs: () =>
      readInteger(given['timeout_secs'], `${path}.timeout_secs`, CONFIRM_SECONDS) ?? CONFIRM_SECONDS.default,
  });
}

function parseKey(value: unknown, path: string): string {
  const key = readText(value, path) ?? CONFIRM_KEY;
  if (!KEY.test(key)) throw invalid(`${path} must be one digit as text, for example "1"`);
  return key;
}

function parseTo(value: unknown, path: string, variables: readonly string[]): string {
  const to = required(readText(value, path), path).trim();
  if (!isDestination(to) && !VARIABLE.test(to))
    throw invalid(
      `${path} must be a number in E.164 such as +14155550100, a SIP URI such as sip:desk@pbx.example.com, or one {{variable}}`,
    );
  requireVariables(to, path, variables);
  return to;
}

function parseMode(value: unknown, path: string): TransferMode {
  const text = readText(value, path) ?? 'cold';
  const mode = TRANSFER_MODES.find((each) => each === text);
  if (!mode) throw invalid(`${path} must be one of ${TRANSFER_MODES.join(', ')}`);
  return mode;
}

function parseCallerId(value: unknown, path: string): string | null {
  const number = readText(value, path)?.trim() ?? null;
  if (number !== null && !E164.test(number)) throw invalid(`${path} must be a number in E.164 such as +14155550100`);
  return number;
}
