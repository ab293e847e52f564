import { invalid } from '../errors.ts';
import type { StageValue } from './field-values.ts';
import {
  readChoice,
  readFields,
  readFlag,
  readItems,
  readName,
  readNumber,
  readObject,
  readText,
  required,
} from './json-readers.ts';
import { parseDescription } from './tool-fields.ts';

/** What must be true of a field. Without a comparison: it is collected. */
export interface StageCondition {
  readonly field: string;
  readonly is?: StageValue;
  readonly is_not?: StageValue;
  readonly at_least?: number;
  readonly at_most?: number;
  /** Its attempts are used up. */
  readonly failed?: true;
}

const CAUSES = ['call', 'fields', 'key', 'silence'] as const;

/** A way from a stage to another. */
export interface StageTransition {
  readonly to: string;
  /**
   * `call`: the model calls `change_stage`. `fields`: all conditions hold. `key`: the caller presses this key alone.
   * `silence`: the caller says nothing for this long.
   */
  readonly on: (typeof CAUSES)[number];
  /** When to call it, for the model. Only of `call`. */
  readonly description?: string;
  /** All must hold. Absent with `fields`: the required fields of the stage are collected. */
  readonly when?: readonly StageCondition[];
  readonly key?: string;
  readonly seconds?: number;
}

const TRANSITIONS_MAX = 12;
const CONDITIONS_MAX = 5;
const KEY = /^[\d*#]$/;
const SILENCE = { minimum: 1, maximum: 300 };

/** Parses the transitions of a stage from untyped JSON. Empty when absent. */
export const parseTransitions = (input: unknown, path: string): readonly StageTransition[] =>
  readItems(input, path, { most: TRANSITIONS_MAX, read: parseTransition });

function parseTransition(input: unknown, path: string): StageTransition {
  const given = required(readObject(input, path), path);
  const at = (field: keyof StageTransition): [unknown, string] => [given[field], `${path}.${field}`];
  const { description, when, key, seconds, ...always } = readFields(given, path, {
    to: () => readName(...at('to')),
    on: () => required(readChoice(CAUSES, ...at('on')), `${path}.on`),
    description: () => parseOwn('call', given, path, () => parseDescription(...at('description'))),
    when: () => readItems(given['when'], `${path}.when`, { most: CONDITIONS_MAX, read: parseCondition }),
    key: () => parseOwn('key', given, path, () => parseKey(...at('key'))),
    seconds: () =>
      parseOwn('silence', given, path, () => required(readNumber(...at('seconds'), SILENCE), `${path}.seconds`)),
  });
  if (when.length > 0 && always.on !== 'call' && always.on !== 'fields')
    throw invalid(`${path}.when applies to transitions on call or fields`);
  return {
    ...always,
    ...(description !== null && { description }),
    ...(when.length > 0 && { when }),
    ...(key !== null && { key }),
    ...(seconds !== null && { seconds }),
  };
}

/** What each cause needs, and other causes do not have. */
const OWN = { call: 'description', key: 'key', silence: 'seconds' } as const;

/** Reads what transitions of this cause need. */
function parseOwn<T>(
  cause: keyof typeof OWN,
  given: Readonly<Record<string, unknown>>,
  path: string,
  read: () => T,
): T | null {
  if (given['on'] === cause) return read();
  const value = given[OWN[cause]];
  if (value !== undefined && value !== null) throw invalid(`${path}.${OWN[cause]} applies to transitions on ${cause}`);
  return null;
}

function parseKey(value: unknown, path: string): string {
  const key = required(readText(value, path), path);
  if (!KEY.test(key)) throw invalid(`${path} must be one of 0-9, * and #`);
  return key;
}

function parseCondition(input: unknown, path: string): StageCondition {
  const given = required(readObject(input, path), path);
  const { is, is_not, at_least, at_most, failed, field } = readFields(given, path, {
    field: () => readName(given['field'], `${path}.field`),
    is: () => readValue(given['is'], `${path}.is`),
    is_not: () => readValue(given['is_not'], `${path}.is_not`),
    at_least: () => readNumber(given['at_least'], `${path}.at_least`),
    at_most: () => readNumber(given['at_most'], `${path}.at_most`),
    failed: () => readFlag(given['failed'], `${path}.failed`),
  });
  if (failed === false) throw invalid(`${path}.failed must be true`);
  const comparisons = [is, is_not, at_least, at_most].filter((each) => each !== null);
  if (failed && comparisons.length > 0)
    throw invalid(`${path}.failed excludes comparisons: a failed field has no value`);
  return {
    field,
    ...(is !== null && { is }),
    ...(is_not !== null && { is_not }),
    ...(at_least !== null && { at_least }),
    ...(at_most !== null && { at_most }),
    ...(failed === true && { failed }),
  };
}

function readValue(value: unknown, path: string): StageValue | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' && typeof value !== 'boolean' && !Number.isFinite(value))
    throw invalid(`${path} must be a text, a number, true or false`);
  return value as StageValue;
}
