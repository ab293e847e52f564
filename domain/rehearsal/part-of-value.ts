import type { StepBudget } from '../script/pattern.ts';
import type { Steps } from '../steps.ts';
import { textMatcher } from './timeline.ts';
import { isRecord } from '../unverified-json.ts';

/**
 * Whether this is a part of a value: each of its members is. Texts match as everywhere; lists have the same length. Null: that
 * takes too long to tell.
 */
export function* isPart(expected: unknown, actual: unknown, budget: StepBudget): Steps<boolean | null> {
  if (typeof expected === 'string') return isText(actual) && (yield* textMatcher(expected)(String(actual), budget));
  if (!hasMembers(expected)) return expected === actual;
  if (!hasMembers(actual) || !isAlike(expected, actual)) return false;
  for (const [name, each] of Object.entries(expected)) {
    const is = yield* isPart(each, memberOf(actual, name), budget);
    if (is !== true) return is;
  }
  return true;
}

const isText = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

/** The member of this name: not what every object inherits, such as `constructor`. */
export const memberOf = (value: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(value, name) ? value[name] : undefined;

/** Whether both are lists of the same length, or neither is a list. */
const isAlike = (one: object, other: object): boolean =>
  Array.isArray(one) ? Array.isArray(other) && one.length === other.length : !Array.isArray(other);

/** The first place where a value is not as expected, in words. */
export function* difference(expected: unknown, actual: unknown, budget: StepBudget, path = ''): Steps<string> {
  if (isRecord(expected) && isRecord(actual))
    for (const [name, each] of Object.entries(expected))
      if ((yield* isPart(each, memberOf(actual, name), budget)) !== true)
        return yield* difference(each, memberOf(actual, name), budget, path === '' ? name : `${path}.${name}`);
  return `${path === '' ? 'it' : path} is ${inWords(actual)}, not ${inWords(expected)}`;
}

/** Whether a value is an object or a list. */
const hasMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const WORDS_MAX = 300;

/** A value as a text, cut to its first words. */
export const inWords = (value: unknown): string => {
  const text = value === undefined ? 'absent' : typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > WORDS_MAX ? `${text.slice(0, WORDS_MAX)}…` : text;
};
