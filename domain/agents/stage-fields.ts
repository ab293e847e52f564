import { DomainError, invalid } from '../errors.ts';
import { compilePattern } from '../script/pattern.ts';
import {
  readChoice,
  readFields,
  readFlag,
  readInteger,
  readItems,
  readName,
  readNumber,
  readObject,
  readText,
  readTexts,
  required,
} from './json-readers.ts';
import { parseDescription } from './tool-fields.ts';
import type { PatternBudget } from './pattern-budget.ts';

const FIELD_TYPES = ['text', 'integer', 'number', 'boolean', 'choice', 'date', 'digits'] as const;

/** What a stage finds out. */
export interface StageField {
  /** Unique among the fields of all stages. Tools get the value by it, as a variable of the call. */
  readonly name: string;
  readonly type: (typeof FIELD_TYPES)[number];
  /** What it is, for the model. */
  readonly description: string;
  /** Whether a rule without conditions waits for it. */
  readonly required: boolean;
  /** Whether it counts only after the caller has said that it is right. */
  readonly confirm: boolean;
  /** `tool`: only the answer of a tool that sets a variable of this name fills it, never the model. */
  readonly filled_by: 'caller' | 'tool';
  /** Wrong values after which it has failed. */
  readonly attempts: number;
  /** Values of a `choice`. */
  readonly choices?: readonly string[];
  /** Bounds of a number. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** Bounds of a text in characters, and of digits. */
  readonly min_length?: number;
  readonly max_length?: number;
  /** Regular expression that has to fit a whole text. */
  readonly pattern?: string;
}

/** A pattern that has to fit a whole value. */
export const wholePattern = (pattern: string): string => `^(?:${pattern})$`;

const FIELDS_MAX = 20;
const CHOICES_MAX = 50;
const CHOICE_MAX = 100;
const LENGTH = { minimum: 1, maximum: 500 };
const DIGITS_MAX = 32;
const ATTEMPTS = { minimum: 1, maximum: 10, default: 3 };

/** Parses the fields of a stage from untyped JSON. Empty when absent. Their patterns are within the budget. */
export const parseStageFields = (input: unknown, path: string, budget: PatternBudget): readonly StageField[] =>
  readItems(input, path, { most: FIELDS_MAX, read: (item, at) => parseField(item, at, budget) });

/** The fields that a configuration lists, valid or not. */
export const listedFields = (stages: unknown): unknown[] =>
  (Array.isArray(stages) ? (stages as unknown[]) : []).flatMap((stage) => listIn(stage, 'fields'));

/** Names of the fields that a configuration lists, valid or not. */
export function stageFieldNames(stages: unknown): string[] {
  return listedFields(stages).flatMap((field) => {
    const name = (field as { readonly name?: unknown } | null)?.name;
    return typeof name === 'string' ? [name] : [];
  });
}

function listIn(value: unknown, name: string): unknown[] {
  const list = (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  return Array.isArray(list) ? list : [];
}

function parseField(input: unknown, path: string, budget: PatternBudget): StageField {
  const given = required(readObject(input, path), path);
  const at = (field: keyof StageField): [unknown, string] => [given[field], `${path}.${field}`];
  const { choices, minimum, maximum, min_length, max_length, pattern, ...always } = readFields(given, path, {
    name: () => readName(...at('name')),
    type: () => readChoice(FIELD_TYPES, ...at('type')) ?? 'text',
    description: () => parseDescription(...at('description')),
    required: () => readFlag(...at('required')) ?? true,
    confirm: () => readFlag(...at('confirm')) ?? false,
    filled_by: () => readChoice(['caller', 'tool'] as const, ...at('filled_by')) ?? 'caller',
    attempts: () => readInteger(...at('attempts'), ATTEMPTS) ?? ATTEMPTS.default,
    choices: () => readTexts(...at('choices')),
    minimum: () => readNumber(...at('minimum')),
    maximum: () => readNumber(...at('maximum')),
    min_length: () => readInteger(...at('min_length'), LENGTH),
    max_length: () => readInteger(...at('max_length'), LENGTH),
    pattern: () => parsePattern(...at('pattern'), budget),
  });
  const field: StageField = {
    ...always,
    ...(choices && { choices: choices.map((choice) => choice.trim()) }),
    ...(minimum !== null && { minimum }),
    ...(maximum !== null && { maximum }),
    ...(min_length !== null && { min_length }),
    ...(max_length !== null && { max_length }),
    ...(pattern !== null && { pattern }),
  };
  requireFittingLimits(field, path);
  return field;
}

function parsePattern(value: unknown, path: string, budget: PatternBudget): string | null {
  const source = readText(value, path);
  if (source === null) return null;
  try {
    compilePattern(source, 'u');
    budget.states -= compilePattern(wholePattern(source), 'u').size;
    if (budget.states < 0) throw invalid('makes the patterns too complex together: simplify or remove some');
    return source;
  } catch (cause) {
    if (cause instanceof DomainError) throw invalid(`${path} ${cause.message}`, { cause });
    throw cause;
  }
}

/** Which limits a type has. */
const LIMITS: Readonly<Record<StageField['type'], readonly (keyof StageField)[]>> = {
  text: ['min_length', 'max_length', 'pattern'],
  integer: ['minimum', 'maximum'],
  number: ['minimum', 'maximum'],
  boolean: [],
  choice: ['choices'],
  date: [],
  digits: ['min_length', 'max_length'],
};

const ALL_LIMITS = ['choices', 'minimum', 'maximum', 'min_length', 'max_length', 'pattern'] as const;

function requireFittingLimits(field: StageField, path: string): void {
  const { type, choices = [], minimum = -Infinity, maximum = Infinity } = field;
  const wrong = ALL_LIMITS.filter((limit) => field[limit] !== undefined && !LIMITS[type].includes(limit));
  if (wrong.length > 0) throw invalid(wrong.map((limit) => `${path}.${limit} does not apply to the type ${type}`));
  if (type === 'choice') requireChoices(choices, `${path}.choices`);
  if (minimum > maximum) throw invalid(`${path}.minimum must not exceed maximum`);
  if (field.filled_by === 'tool' && field.confirm)
    throw invalid(`${path}.confirm applies to fields that the caller fills`);
  requireLengths(field, path);
}

function requireLengths({ type, min_length: fewest = 0, max_length }: StageField, path: string): void {
  const limit = type === 'digits' ? DIGITS_MAX : LENGTH.maximum;
  const most = max_length ?? limit;
  if (most > limit) throw invalid(`${path}.max_length must be at most ${limit} for ${type}`);
  if (fewest > most) throw invalid(`${path}.min_length must not exceed max_length`);
}

function requireChoices(choices: readonly string[], path: string): void {
  const known = new Set(choices.map((choice) => choice.toLowerCase()));
  if (choices.length === 0 || choices.length > CHOICES_MAX || known.size < choices.length)
    throw invalid(`${path} must have 1 to ${CHOICES_MAX} different values`);
  if (choices.some((choice) => choice === '' || choice.length > CHOICE_MAX))
    throw invalid(`${path} must have values of 1 to ${CHOICE_MAX} characters`);
}
