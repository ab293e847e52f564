import { invalid } from '../errors.ts';
import { isPlainText } from '../plain-text.ts';
import {
  readEach,
  readFields,
  readFlag,
  readInteger,
  readName,
  readObject,
  readText,
  required,
} from './json-readers.ts';
import type { HttpTool } from './http-tool.ts';
import { placeholdersIn } from './tool-templates.ts';

const TERMINATORS = ['#', '*', 'none'] as const;

/** Digits that the caller types when the model asks for them. */
export interface DigitEntry {
  /** By which the model asks for it, and name of the call variable that holds the digits. */
  readonly name: string;
  /** What the digits are, for the model. */
  readonly description: string;
  readonly min_digits: number;
  readonly max_digits: number;
  /** The key that completes an entry before `max_digits`. `none`: only a pause does. */
  readonly terminator: (typeof TERMINATORS)[number];
  /** Silence after the agent's words in which the first digit is awaited. */
  readonly first_digit_secs: number;
  /** Pause after a digit that completes the entry. */
  readonly timeout_secs: number;
  /** Whether only the servers of tools get the digits: not the model, the log, the transcript and the recording. */
  readonly secret: boolean;
}

/** What an agent does with the keypad of a telephone, beside reading keys that are pressed unasked. */
export interface AgentKeypad {
  /** Whether the model may press keys. */
  readonly send: boolean;
  readonly collect: readonly DigitEntry[];
}

const ENTRIES_MAX = 10;
const DESCRIPTION_MAX = 300;
const DIGITS = { minimum: 1, maximum: 32 } as const;
/** A shorter number would be hidden in every answer that happens to contain it. */
const SECRET_DIGITS_MIN = 3;
const FIRST_DIGIT_SECS = { minimum: 1, default: 10, maximum: 30 } as const;
const TIMEOUT_SECS = { minimum: 1, default: 5, maximum: 20 } as const;

/** Parses the keypad section from untyped JSON. Null when absent. Unknown fields are refused. */
export function parseKeypad(input: unknown): AgentKeypad | null {
  const given = readObject(input, 'keypad');
  if (!given) return null;
  return readFields(given, 'keypad', {
    send: () => readFlag(given['send'], 'keypad.send') ?? false,
    collect: () => parseEntries(given['collect'] ?? [], 'keypad.collect'),
  });
}

/** Names of the entries that a configuration lists, valid or not. */
export function entryNames(input: unknown): string[] {
  const entries = (input as { readonly collect?: unknown } | null | undefined)?.collect;
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown) => {
    const name = (entry as { readonly name?: unknown } | null)?.name;
    return typeof name === 'string' ? [name] : [];
  });
}

/** Rejects tools with secret digits in the URL or its query, which servers and proxies log. */
export function requireDigitsOutsideUrls(tools: readonly HttpTool[], keypad: AgentKeypad | null): void {
  const secret = keypad?.collect.filter((entry) => entry.secret).map(({ name }) => name) ?? [];
  const wrong = tools.flatMap(({ request }, index) =>
    [
      ['url', request.url] as const,
      ...Object.entries(request.query ?? {}).map(([name, template]) => [`query.${name}`, template] as const),
    ].flatMap(([place, template]) =>
      placeholdersIn(template)
        .filter((name) => secret.includes(name))
        .map(
          (name) =>
            `tools[${index}].request.${place} must not contain the secret digits {{${name}}}: send them in the body`,
        ),
    ),
  );
  if (wrong.length > 0) throw invalid([...new Set(wrong)]);
}

function parseEntries(input: unknown, path: string): readonly DigitEntry[] {
  if (!Array.isArray(input)) throw invalid(`${path} must be a list of objects`);
  if (input.length > ENTRIES_MAX) throw invalid(`${path} must have at most ${ENTRIES_MAX} items`);
  const entries = readEach(input.map((entry: unknown, index) => () => parseEntry(entry, `${path}[${index}]`)));
  const names = entries.map(({ name }) => name);
  const repeated = names.flatMap((name, index) => (names.indexOf(name) < index ? [`${path}[${index}].name`] : []));
  if (repeated.length > 0) throw invalid(repeated.map((each) => `${each} must differ from the names before it`));
  return entries;
}

function parseEntry(input: unknown, path: string): DigitEntry {
  const given = required(readObject(input, path), path);
  const at = (field: keyof DigitEntry): [unknown, string] => [given[field], `${path}.${field}`];
  const entry = readFields(given, path, {
    name: () => readName(...at('name')),
    description: () => parseDescription(...at('description')),
    min_digits: () => readInteger(...at('min_digits'), DIGITS),
    max_digits: () => required(readInteger(...at('max_digits'), DIGITS), `${path}.max_digits`),
    terminator: () => parseTerminator(...at('terminator')),
    first_digit_secs: () => readInteger(...at('first_digit_secs'), FIRST_DIGIT_SECS) ?? FIRST_DIGIT_SECS.default,
    timeout_secs: () => readInteger(...at('timeout_secs'), TIMEOUT_SECS) ?? TIMEOUT_SECS.default,
    secret: () => readFlag(...at('secret')) ?? false,
  });
  const fewest = entry.min_digits ?? (entry.secret ? Math.min(SECRET_DIGITS_MIN, entry.max_digits) : 1);
  if (fewest > entry.max_digits) throw invalid(`${path}.min_digits must not exceed max_digits`);
  if (entry.secret && fewest < SECRET_DIGITS_MIN)
    throw invalid(`${path} must have at least ${SECRET_DIGITS_MIN} digits to be secret`);
  return { ...entry, min_digits: fewest };
}

function parseDescription(value: unknown, path: string): string {
  const text = required(readText(value, path), path).trim();
  if (text === '' || text.length > DESCRIPTION_MAX)
    throw invalid(`${path} must have 1 to ${DESCRIPTION_MAX} characters`);
  if (!isPlainText(text)) throw invalid(`${path} must be one line without control characters`);
  return text;
}

function parseTerminator(value: unknown, path: string): DigitEntry['terminator'] {
  const text = readText(value, path) ?? '#';
  const known = TERMINATORS.find((each) => each === text);
  if (known === undefined) throw invalid(`${path} must be one of ${TERMINATORS.join(', ')}`);
  return known;
}
