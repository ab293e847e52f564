import { DomainError, invalid } from '../errors.ts';
import { nearestName } from '../nearest-name.ts';
import { compilePattern } from '../script/pattern.ts';
import { readEach, readObject, type JsonObject } from './json-readers.ts';
import { patternBudget, type PatternBudget } from './pattern-budget.ts';

/** Longest JSON Schema of a tool's parameters, in UTF-16 units of JSON. */
const SCHEMA_MAX = 16_384;
const DEPTH_MAX = 10;
/** Limits the cost of compiling and validating, in schemas within the schema. */
const SCHEMAS_MAX = 100;
const ENUM_MAX = 300;
/** Limits the cost of matching, in states of all patterns of a schema. */
const STATES_MAX = 2_000;

/** Names that every LLM vendor accepts. */
const PROPERTY_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Supported keywords of JSON Schema 2020-12. References, `uniqueItems`, `patternProperties`, `unevaluated*` and
 * conditions are not supported: the cost of validation would not be bounded by the size of schema and arguments.
 */
const KEYWORDS: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'const', 'properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  ...['items', 'minItems', 'maxItems', 'minLength', 'maxLength', 'pattern', 'format'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['anyOf', 'oneOf', 'allOf', 'not'],
  ...['title', 'description', 'default', 'examples', 'deprecated', '$comment', '$schema'],
]);

/**
 * Parses the schema of a tool's arguments, or of other values that a model gives: an object schema of bounded size, depth
 * and cost, whose patterns are within the `shared` budget. An absent one takes no arguments. The schema itself is validated
 * by the port `ArgumentSchemas`.
 */
export function parseParameters(input: unknown, path: string, shared = patternBudget()): JsonObject {
  const schema = readObject(input, path) ?? { type: 'object', properties: {} };
  if (schema['type'] !== 'object') throw invalid(`${path}.type must be object: its properties name the values`);
  if (JSON.stringify(schema).length > SCHEMA_MAX)
    throw invalid(`${path} must have at most ${SCHEMA_MAX} characters of JSON`);
  requireSupported(schema, path, { depth: 0, budget: { states: STATES_MAX, shared, schemas: SCHEMAS_MAX } });
  return schema;
}

/** Names of the arguments that a schema declares. */
export const argumentNames = ({ properties }: JsonObject): string[] =>
  typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];

interface Place {
  readonly depth: number;
  readonly budget: { states: number; readonly shared: PatternBudget; schemas: number };
}

function requireSupported(input: unknown, path: string, place: Place): void {
  const schema = readObject(input, path);
  if (schema === null) throw invalid(`${path} must be an object`);
  place.budget.schemas -= 1;
  if (place.budget.schemas < 0) throw invalid(`${path} is one of more than ${SCHEMAS_MAX} schemas: remove some`);
  if (place.depth > DEPTH_MAX) throw invalid(`${path} must not be nested deeper than ${DEPTH_MAX} levels`);
  readEach(
    Object.entries(schema).map(
      ([keyword, value]) =>
        () =>
          requireKeyword(keyword, value, path, place),
    ),
  );
}

function requireKeyword(keyword: string, value: unknown, parent: string, { depth, budget }: Place): void {
  const path = `${parent}.${keyword.slice(0, 64)}`;
  if (!KEYWORDS.has(keyword)) throw invalid(`${path} is not supported in a schema: ${adviceOnKeyword(keyword)}`);
  if (keyword === 'additionalProperties' && typeof value === 'boolean') return;
  CHECKS.get(keyword)?.(value, path, { depth: depth + 1, budget });
}

/** What to do about keywords of JSON Schema that are not supported. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['$ref', 'write the schema in its place'],
  ['$defs', 'write each schema in the place where it is used'],
  ['definitions', 'write each schema in the place where it is used'],
  ['patternProperties', 'name the properties'],
]);

function adviceOnKeyword(keyword: string): string {
  const instead = INSTEAD.get(keyword);
  if (instead !== undefined) return instead;
  const near = nearestName(keyword, [...KEYWORDS]);
  return near === null ? 'remove it, and describe the rule in a description' : `did you mean ${near}?`;
}

type Check = (value: unknown, path: string, place: Place) => void;

/** Checks of the keywords that cost or nest. */
const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['$schema', requireDialect],
  ['enum', requireValues],
  ['pattern', requireBounded],
  ['properties', requireProperties],
  ['items', requireSupported],
  ['additionalProperties', requireSupported],
  ['not', requireSupported],
  ['anyOf', requireSchemas],
  ['oneOf', requireSchemas],
  ['allOf', requireSchemas],
]);

function requireValues(value: unknown, path: string): void {
  if (!Array.isArray(value) || value.length === 0 || value.length > ENUM_MAX)
    throw invalid(`${path} must have 1 to ${ENUM_MAX} values`);
}

function requireDialect(value: unknown, path: string): void {
  if (value !== 'https://json-schema.org/draft/2020-12/schema')
    throw invalid(`${path} must be https://json-schema.org/draft/2020-12/schema`);
}

function requireProperties(value: unknown, path: string, place: Place): void {
  readEach(
    Object.entries(readObject(value, path) ?? {}).map(([name, schema]) => () => {
      if (!PROPERTY_NAME.test(name) || name === '__proto__')
        throw invalid(`${path} must have names of 1 to 64 letters, digits, underscores and hyphens`);
      requireSupported(schema, `${path}.${name}`, place);
    }),
  );
}

function requireSchemas(value: unknown, path: string, place: Place): void {
  if (!Array.isArray(value)) throw invalid(`${path} must be a list of schemas`);
  readEach(value.map((schema: unknown, index) => () => requireSupported(schema, `${path}[${index}]`, place)));
}

/** Rejects a pattern whose matching cannot be bounded, and every one after the budget is spent, without compiling it. */
function requireBounded(value: unknown, path: string, { budget }: Place): void {
  if (typeof value !== 'string') throw invalid(`${path} must be a string`);
  const before = Math.min(budget.states, budget.shared.states);
  const size = before < 0 ? 0 : sizeOf(value, path, budget);
  spendStates(budget, size);
  if (before < size) throw invalid(`${path} makes the patterns too complex together: simplify or remove some`);
}

function sizeOf(source: string, path: string, budget: Place['budget']): number {
  try {
    return compilePattern(source, 'u').size;
  } catch (error) {
    // It took up to the time of the largest one to find out.
    spendStates(budget, STATES_MAX);
    if (error instanceof DomainError) throw invalid(`${path} ${error.message}`, { cause: error });
    throw error;
  }
}

function spendStates(budget: Place['budget'], states: number): void {
  budget.states -= states;
  budget.shared.states -= states;
}
