import { digitOf } from '../digit-words.ts';
import { oneLine } from '../plain-text.ts';
import { compilePattern, type StepBudget } from '../script/pattern.ts';
import { wholePattern, type StageField } from './stage-fields.ts';

/** A value of a field of a stage. */
export type StageValue = string | number | boolean;

/** A value as its field has it, or why it does not fit. The reason begins with "must". `isUndecided`: alone it may fit. */
export type ReadValue = { readonly value: StageValue } | { readonly reason: string; readonly isUndecided?: true };

/** What matching a value with a pattern may cost. `isShared`: it could have more if it were given without others. */
export interface ValueBudget extends StepBudget {
  readonly isShared?: boolean;
}

/** Longest text without a limit of its own, in characters. */
const TEXT_MAX = 200;
/** Most digits. */
const DIGITS_MAX = 32;
/** Limits the cost of matching values with patterns: about 20 ms. */
const STEPS_MAX = 200_000;
const TOO_COSTLY = 'must be shorter, or the patterns simpler: comparing them takes too long';
const GIVE_ALONE = 'must be given alone: comparing it together with the others takes too long';

/** For all values that are read at once. */
export const matchingBudget = (): ValueBudget => ({ left: STEPS_MAX });

/** An equal part for each of several values: a costly one leaves the others theirs. */
export const sharedBudget = (values: number): ValueBudget => ({ left: Math.floor(STEPS_MAX / Math.max(1, values)) });

/**
 * Reads a value that a model or a tool gives. Numbers and truths may come as text, as models write them, and digits as words, as
 * callers say them.
 */
export function readFieldValue(field: StageField, given: unknown, budget: ValueBudget): ReadValue {
  switch (field.type) {
    case 'integer':
    case 'number':
      return readNumber(field, typeof given === 'string' ? numberIn(given) : given);
    case 'boolean':
      return readTruth(given);
    case 'choice':
      return readChoice(field, given);
    case 'date':
      return readDate(given);
    case 'digits':
      return readDigits(field, given);
    case 'text':
      return readText(field, given, budget);
  }
}

const numberIn = (text: string): number => (text.trim() === '' ? Number.NaN : Number(digitOf(text.trim()) ?? text));

function readNumber({ type, minimum, maximum }: StageField, given: unknown): ReadValue {
  const isNumber = type === 'integer' ? Number.isSafeInteger(given) : Number.isFinite(given);
  const value = given as number;
  if (isNumber && value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity)) return { value };
  const least = minimum === undefined ? '' : ` from ${minimum}`;
  const most = maximum === undefined ? '' : ` up to ${maximum}`;
  return { reason: `must be ${type === 'integer' ? 'a whole number' : 'a number'}${least}${most}` };
}

function readTruth(given: unknown): ReadValue {
  const word = typeof given === 'string' ? given.trim().toLowerCase() : given;
  if (word === true || word === 'true') return { value: true };
  return word === false || word === 'false' ? { value: false } : { reason: 'must be true or false' };
}

function readChoice({ choices = [] }: StageField, given: unknown): ReadValue {
  const word = typeof given === 'string' ? given.trim().toLowerCase() : null;
  const value = choices.find((choice) => choice.toLowerCase() === word);
  return value === undefined ? { reason: `must be one of ${choices.join(', ')}` } : { value };
}

function readDate(given: unknown): ReadValue {
  const value = typeof given === 'string' ? given.trim() : '';
  const time = value.length === 10 ? Date.parse(`${value}T00:00:00Z`) : Number.NaN;
  const isDate = Number.isFinite(time) && new Date(time).toISOString().startsWith(value);
  return isDate ? { value } : { reason: 'must be a date, written YYYY-MM-DD' };
}

function readDigits(field: StageField, given: unknown): ReadValue {
  const text = typeof given === 'string' || typeof given === 'number' ? String(given) : '';
  const value = text
    .split(/[\s-]+/)
    .map((part) => digitOf(part) ?? part)
    .join('');
  const { min_length: fewest = 1, max_length: most = DIGITS_MAX } = field;
  if (/^\d+$/.test(value) && value.length >= fewest && value.length <= most) return { value };
  return { reason: `must be ${lengthOf(fewest, most)} digits` };
}

function readText(
  { pattern, min_length: fewest = 1, max_length: most = TEXT_MAX }: StageField,
  given: unknown,
  budget: ValueBudget,
): ReadValue {
  const value = typeof given === 'string' || typeof given === 'number' ? oneLine(String(given), most + 1) : '';
  if (value.length < fewest || value.length > most) return { reason: `must have ${lengthOf(fewest, most)} characters` };
  if (pattern === undefined) return { value };
  const fits = compilePattern(wholePattern(pattern), 'u').match(value, budget) !== null;
  if (fits) return { value };
  return budget.left < 0 ? tooCostly(budget) : { reason: `must fit ${pattern}` };
}

const tooCostly = ({ isShared = false }: ValueBudget): ReadValue =>
  isShared ? { reason: GIVE_ALONE, isUndecided: true } : { reason: TOO_COSTLY };

const lengthOf = (fewest: number, most: number): string => (fewest === most ? String(most) : `${fewest} to ${most}`);
