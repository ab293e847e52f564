import { invalid, DomainError } from '../errors.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Longer than any sensible prompt; what lies above is a mistake or an attack. */
const TEXT_MAX = 200_000;
const LIST_MAX = 1_000;

interface Bounds {
  readonly minimum: number;
  readonly maximum?: number;
}

// Readers of untyped JSON. Each answers the value, null when it is absent or null, or refuses it naming its path.
// Nothing is converted: "5" is no integer and true is no text.

/** An object. */
export function readObject(value: unknown, path: string): JsonObject | null {
  if (isAbsent(value)) return null;
  if (typeof value !== 'object' || Array.isArray(value)) throw invalid(`${path} must be an object`);
  return value as JsonObject;
}

/** A text, not endless. */
export function readText(value: unknown, path: string): string | null {
  if (isAbsent(value)) return null;
  if (typeof value !== 'string') throw invalid(`${path} must be a string`);
  if (value.length > TEXT_MAX) throw invalid(`${path} must have at most ${TEXT_MAX} characters`);
  return value;
}

/** A list of texts, not endless. */
export function readTexts(value: unknown, path: string): readonly string[] | null {
  if (isAbsent(value)) return null;
  if (!Array.isArray(value)) throw invalid(`${path} must be a list of strings`);
  if (value.length > LIST_MAX) throw invalid(`${path} must have at most ${LIST_MAX} items`);
  return readEach(value.map((item, index) => () => required(readText(item, `${path}[${index}]`), `${path}[${index}]`)));
}

/** A yes or no. */
export function readFlag(value: unknown, path: string): boolean | null {
  if (isAbsent(value)) return null;
  if (typeof value !== 'boolean') throw invalid(`${path} must be true or false`);
  return value;
}

/** A whole number within bounds. */
export function readInteger(value: unknown, path: string, bounds?: Bounds): number | null {
  if (isAbsent(value)) return null;
  if (!Number.isSafeInteger(value) || !isWithin(value as number, bounds))
    throw invalid(`${path} must be an integer${wordsFor(bounds)}`);
  return value as number;
}

/** A finite number within bounds. */
export function readNumber(value: unknown, path: string, bounds?: Bounds): number | null {
  if (isAbsent(value)) return null;
  if (!Number.isFinite(value) || !isWithin(value as number, bounds))
    throw invalid(`${path} must be a number${wordsFor(bounds)}`);
  return value as number;
}

/** The value, or a refusal of its absence. */
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

/** Enough to repair a request with; one can be wrong in a hundred thousand ways. */
const REASONS_MAX = 100;

type Readers = Readonly<Record<string, () => unknown>>;

/** What each reader answers, by its name; or one refusal with everything that any of them refuses. */
export function readAll<R extends Readers>(readers: R): { readonly [Name in keyof R]: ReturnType<R[Name]> } {
  const names = Object.keys(readers);
  const values = readEach(Object.values(readers));
  return Object.fromEntries(names.map((name, at) => [name, values[at]])) as never;
}

/** What each reader answers, in their order; or one refusal with everything that any of them refuses. */
export function readEach<T>(readers: readonly (() => T)[]): readonly T[] {
  const reasons = new Set<string>();
  const values = readers.flatMap((read) => {
    try {
      return [read()];
    } catch (error) {
      if (!(error instanceof DomainError) || error.problem !== 'invalid') throw error;
      for (const reason of error.reasons) reasons.add(reason);
      return [];
    }
  });
  if (reasons.size > 0) throw invalid([...reasons].slice(0, REASONS_MAX));
  return values;
}
