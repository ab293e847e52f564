import { invalid, DomainError } from '../errors.ts';
import { adviceOnName } from '../nearest-name.ts';
import { isPlainText } from '../plain-text.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Maximum length of a text, in UTF-16 units. Longer input is a mistake or an attack. */
const TEXT_MAX = 200_000;
const LIST_MAX = 1_000;

interface Bounds {
  readonly minimum: number;
  readonly maximum?: number;
}

// Readers of untyped JSON. Each returns the value, or null when it is absent or null. Otherwise it throws an error that
// names the path. No types are converted: "5" is not an integer and true is not a string.

/** Reads an object. */
export function readObject(value: unknown, path: string): JsonObject | null {
  if (isAbsent(value)) return null;
  if (typeof value !== 'object' || Array.isArray(value)) throw invalid(`${path} must be an object`);
  return value as JsonObject;
}

/** Reads a string of bounded length. */
export function readText(value: unknown, path: string): string | null {
  if (isAbsent(value)) return null;
  if (typeof value !== 'string') throw invalid(`${path} must be a string`);
  if (value.length > TEXT_MAX) throw invalid(`${path} must have at most ${TEXT_MAX} characters`);
  return value;
}

/** Reads a text of one line. Null when absent or blank. */
export function readLine(value: unknown, path: string, most: number): string | null {
  const text = readText(value, path) ?? '';
  if (text.length > most) throw invalid(`${path} must have at most ${most} characters`);
  if (!isPlainText(text)) throw invalid(`${path} must be one line without control characters`);
  return text.trim() || null;
}

/** Reads a bounded list of strings. */
export function readTexts(value: unknown, path: string): readonly string[] | null {
  if (isAbsent(value)) return null;
  if (!Array.isArray(value)) throw invalid(`${path} must be a list of strings`);
  if (value.length > LIST_MAX) throw invalid(`${path} must have at most ${LIST_MAX} items`);
  return readEach(value.map((item, index) => () => required(readText(item, `${path}[${index}]`), `${path}[${index}]`)));
}

/** Reads a bounded list with a reader of its items. Empty when absent. */
export function readItems<T>(
  value: unknown,
  path: string,
  { most, read }: { readonly most: number; readonly read: (item: unknown, path: string) => T },
): readonly T[] {
  if (isAbsent(value)) return [];
  if (!Array.isArray(value)) throw invalid(`${path} must be a list of objects`);
  if (value.length > most) throw invalid(`${path} must have at most ${most} items`);
  return readEach(value.map((item: unknown, index) => () => read(item, `${path}[${index}]`)));
}

/** Reads a boolean. */
export function readFlag(value: unknown, path: string): boolean | null {
  if (isAbsent(value)) return null;
  if (typeof value !== 'boolean') throw invalid(`${path} must be true or false`);
  return value;
}

/** Reads an integer within bounds. */
export function readInteger(value: unknown, path: string, bounds?: Bounds): number | null {
  if (isAbsent(value)) return null;
  if (!Number.isSafeInteger(value) || !isWithin(value as number, bounds))
    throw invalid(`${path} must be an integer${wordsFor(bounds)}`);
  return value as number;
}

/** Reads a finite number within bounds. */
export function readNumber(value: unknown, path: string, bounds?: Bounds): number | null {
  if (isAbsent(value)) return null;
  if (!Number.isFinite(value) || !isWithin(value as number, bounds))
    throw invalid(`${path} must be a number${wordsFor(bounds)}`);
  return value as number;
}

/** Returns the value, or throws when it is null. */
export function required<T>(value: T | null, path: string): T {
  if (value === null) throw invalid(`${path} is required`);
  return value;
}

const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined;

const isWithin = (value: number, bounds?: Bounds): boolean =>
  bounds === undefined || (value >= bounds.minimum && value <= (bounds.maximum ?? Infinity));

function wordsFor(bounds?: Bounds): string {
  if (bounds === undefined) return '';
  return bounds.maximum === undefined ? ` >= ${bounds.minimum}` : ` from ${bounds.minimum} to ${bounds.maximum}`;
}

/** Maximum number of problems in one error. */
const REASONS_MAX = 100;

type Readers = Readonly<Record<string, () => unknown>>;

/** Runs every reader and returns the results by name. Throws one error that lists every problem, up to the maximum. */
export function readAll<R extends Readers>(readers: R): { readonly [Name in keyof R]: ReturnType<R[Name]> } {
  const names = Object.keys(readers);
  const values = readEach(Object.values(readers));
  return Object.fromEntries(names.map((name, at) => [name, values[at]])) as never;
}

/** Unknown fields that are reported of one object. */
const UNKNOWN_MAX = 10;

/** Does the same for the fields of an object, and rejects fields without a reader: a misspelt one must not be ignored. */
export function readFields<R extends Readers>(
  given: JsonObject,
  path: string,
  readers: R,
): { readonly [Name in keyof R]: ReturnType<R[Name]> } {
  const known = Object.keys(readers);
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  const [fields] = readEach([
    () => readAll(readers),
    ...unknown.slice(0, UNKNOWN_MAX).map((name) => (): never => {
      throw invalid(`${path}.${name.slice(0, 64)} is unknown: ${adviceOnName(name, known)}`);
    }),
  ]);
  return fields as { readonly [Name in keyof R]: ReturnType<R[Name]> };
}

const NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** Reads a name, such as that of a variable. It must be there. */
export function readName(value: unknown, path: string): string {
  const name = required(readText(value, path), path);
  if (!NAME.test(name))
    throw invalid(`${path} must be 1 to 64 lower-case letters, digits and underscores, and start with a letter`);
  return name;
}

/** Reads one of these texts. Null when absent. */
export function readChoice<T extends string>(options: readonly T[], input: unknown, path: string): T | null {
  const text = readText(input, path);
  const chosen = options.find((option) => option === text);
  if (text !== null && chosen === undefined) throw invalid(`${path} must be one of ${options.join(', ')}`);
  return chosen ?? null;
}

/**
 * Runs every reader and returns the results in order. Throws one error that lists every problem, up to the maximum: then
 * it reads no further, because finding advice for each of many problems takes time that others wait for.
 */
export function readEach<T>(readers: readonly (() => T)[]): readonly T[] {
  const reasons = new Set<string>();
  const values: T[] = [];
  for (const read of readers) {
    try {
      values.push(read());
    } catch (error) {
      if (!(error instanceof DomainError) || error.problem !== 'invalid') throw error;
      for (const reason of error.reasons) reasons.add(reason);
    }
    if (reasons.size >= REASONS_MAX) break;
  }
  if (reasons.size > 0) throw invalid([...reasons].slice(0, REASONS_MAX));
  return values;
}
