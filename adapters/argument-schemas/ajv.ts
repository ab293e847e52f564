import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { BoundedMap } from '../../application/bounded-map.ts';
import type { ArgumentSchemas } from '../../application/ports/argument-schemas.ts';
import type { JsonObject } from '../../domain/agents/json-readers.ts';
import { compilePattern, type StepBudget } from '../../domain/script/pattern.ts';

/** Compiled schemas kept in memory, the most recent ones. */
const COMPILED_MAX = 500;
/** Steps of all patterns in one validation: about 10 ms. */
const STEPS = 100_000;
const FAULT_MAX = 200;

const budget: StepBudget = { left: 0 };

/** Patterns as ajv uses them. A text that exhausts the budget does not match. */
const boundedPattern = Object.assign(
  (source: string) => {
    const pattern = compilePattern(source, 'u');
    return {
      test: (text: string): boolean => pattern.match(text, budget) !== null && budget.left >= 0,
      // Ajv takes two patterns with the same string for the same.
      toString: () => source,
    };
  },
  // Ajv requires it for code that is written to a file.
  { code: 'boundedPattern' },
);

const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  strictRequired: false,
  // `format` is an annotation in this version of JSON Schema.
  validateFormats: false,
  logger: false,
  // Optimising the code takes longer than a call runs it.
  code: { regExp: boundedPattern, optimize: false },
});

/** JSON Schema 2020-12 by ajv. Patterns are matched without backtracking and within a budget. */
export function ajvArgumentSchemas(): ArgumentSchemas {
  // Compiles the schema of schemas now: it takes longer than a call may wait.
  void ajv.validateSchema({});
  const compiled = new BoundedMap<string, ValidateFunction | null>(COMPILED_MAX);

  /** Compiles on first use, because compiling takes milliseconds. */
  function validatorOf(schema: JsonObject): ValidateFunction | null {
    const key = JSON.stringify(schema);
    const known = compiled.get(key);
    const validate = known === undefined ? compile(schema) : known;
    compiled.set(key, validate);
    return validate;
  }

  return {
    fault: (schema) => (ajv.validateSchema(schema) === true ? null : faultIn(ajv.errors ?? [])),
    problems(schema, given) {
      const validate = validatorOf(schema);
      if (!validate) return ['The parameters of the tool are not valid JSON Schema'];
      budget.left = STEPS;
      return validate(given) ? [] : (validate.errors ?? []).map(sentenceOf);
    },
  };
}

/** The most specific of the errors: those of `anyOf` only say that its parts failed. */
function faultIn(errors: readonly ErrorObject[]): string {
  const depth = ({ instancePath }: ErrorObject): number => instancePath.split('/').length;
  const deepest = Math.max(...errors.map(depth));
  const at = errors.filter((error) => depth(error) === deepest);
  const error = at.find(({ keyword }) => keyword === 'enum') ?? at[0];
  if (!error) return ' is not valid JSON Schema 2020-12';
  const path = pointerNames(error.instancePath).map((name) => `.${name}`.slice(0, 64));
  return `${path.join('')} ${reasonOf(error)}`.slice(0, FAULT_MAX);
}

/** The names in a JSON pointer (RFC 6901). */
const pointerNames = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));

function reasonOf({ params, message }: ErrorObject): string {
  const allowed: unknown = params['allowedValues'];
  return Array.isArray(allowed)
    ? `must be one of ${allowed.join(', ')}`
    : `${message ?? 'is invalid'} (JSON Schema 2020-12)`;
}

/** A validator, or null for an invalid schema, which an earlier version may have stored. */
function compile(schema: JsonObject): ValidateFunction | null {
  try {
    return ajv.compile(schema);
  } catch {
    return null;
  } finally {
    // Ajv keeps every schema it has seen, also invalid ones.
    ajv.removeSchema(schema);
  }
}

function sentenceOf({ instancePath, keyword, params, message }: ErrorObject): string {
  const path = instancePath.replace(/^\//, '').replaceAll('/', '.');
  const unknown = keyword === 'additionalProperties' ? `: ${String(params['additionalProperty']).slice(0, 64)}` : '';
  return `${path === '' ? 'arguments' : path} ${message ?? 'is invalid'}${unknown}`;
}
