import type { ErrorObject } from 'ajv';
import { adviceOnName, nearestName } from '../../domain/nearest-name.ts';
import { inside, type SuiteProblem } from '../../domain/rehearsal/api-suite.ts';

/** A schema as far as words for its errors need it. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly inWords?: string;
}

/** An error of ajv with `verbose`. */
type SchemaError = Omit<ErrorObject, 'parentSchema'> & { readonly parentSchema: Schema };

/** Most problems that an error lists, and unknown fields of one object that may be a misspelt required one. */
const [PROBLEMS_MAX, MISSPELT_MAX] = [50, 10];
const SHOWN_MAX = 40;
const IN_BRANCH = /\/(?:oneOf|anyOf)\/\d/;

/** What is wrong with a file, in the words of who wrote it: where schemas branch, only about the branch that was meant. */
export function schemaProblems(given: readonly ErrorObject[] | null | undefined): SuiteProblem[] {
  const errors = (given ?? []) as unknown as readonly SchemaError[];
  const outer = errors.filter(({ schemaPath }) => !IN_BRANCH.test(schemaPath));
  return problemsOf(outer, errors).slice(0, PROBLEMS_MAX);
}

function problemsOf(of: readonly SchemaError[], all: readonly SchemaError[]): SuiteProblem[] {
  const mistyped = new Set(of.flatMap(({ keyword, instancePath }) => (keyword === 'type' ? [instancePath] : [])));
  const problems: SuiteProblem[] = [];
  for (const error of of) {
    if (problems.length >= PROBLEMS_MAX) break;
    const { keyword, instancePath } = error;
    const isRepetition = keyword !== 'type' && mistyped.has(instancePath);
    if (!isRepetition && !isMisspelt(error, of)) problems.push(...problemOf(error, all));
  }
  return problems;
}

/** Whether an error is that a field is absent which is there under a similar name. */
function isMisspelt(error: SchemaError, beside: readonly SchemaError[]): boolean {
  const absent = error.keyword === 'required' ? [String(error.params['missingProperty'])] : choiceOf(error);
  if (absent === null) return false;
  return beside
    .filter(({ keyword, instancePath }) => keyword === 'additionalProperties' && instancePath === error.instancePath)
    .slice(0, MISSPELT_MAX)
    .some(({ params }) => nearestName(String(params['additionalProperty']), absent) !== null);
}

/** The fields of which exactly one is needed. Null where an error is about something else. */
function choiceOf({ keyword, schema }: SchemaError): readonly string[] | null {
  if (keyword !== 'oneOf') return null;
  const names = (schema as readonly Schema[]).map(({ required }) => required?.[0]);
  return names.every((name) => name !== undefined) ? names : null;
}

function problemOf(error: SchemaError, all: readonly SchemaError[]): SuiteProblem[] {
  const { keyword, instancePath: path, params, parentSchema } = error;
  if (keyword === 'additionalProperties') {
    const name = String(params['additionalProperty']);
    const advice = adviceOnName(name, Object.keys(parentSchema.properties ?? {}));
    return [{ path: inside(path, name), problem: `is unknown: ${advice}` }];
  }
  if (keyword === 'required')
    return [{ path: inside(path, String(params['missingProperty'])), problem: 'is required' }];
  const choice = choiceOf(error);
  if (choice) return [{ path, problem: choiceProblem(error, choice) }];
  if (keyword === 'anyOf') return branchProblems(error, all);
  return [{ path, problem: valueProblem(error) }];
}

function choiceProblem({ params, parentSchema }: SchemaError, names: readonly string[]): string {
  const passing = params['passingSchemas'] as readonly number[] | null;
  if (passing) return `has ${passing.map((at) => names[at]).join(' and ')}: give one of them`;
  return parentSchema.inWords ?? `needs one of ${names.join(', ')}`;
}

/** The problems of the branch that fits the kind of the value, or which kinds there are. */
function branchProblems(error: SchemaError, all: readonly SchemaError[]): SuiteProblem[] {
  const { instancePath, schemaPath, data } = error;
  const branches = error.schema as readonly Schema[];
  const at = branches.findIndex((branch) => kindsOf(branch).includes(kindOf(data)));
  if (at < 0) return [{ path: instancePath, problem: kindProblem(branches.map(described).join(' or '), data) }];
  const prefix = `${schemaPath}/${at}`;
  const inBranch = all.filter(
    (each) =>
      each.schemaPath.startsWith(`${prefix}/`) &&
      (each.instancePath === instancePath || each.instancePath.startsWith(`${instancePath}/`)) &&
      !IN_BRANCH.test(each.schemaPath.slice(prefix.length)),
  );
  return problemsOf(inBranch, all);
}

const WORDS: Readonly<Record<string, (error: SchemaError) => string>> = {
  type: ({ parentSchema, data }) => `${kindProblem(described(parentSchema), data)}${suggestion(parentSchema, data)}`,
  enum: ({ schema, data }) =>
    `cannot be ${shown(data)}: ${adviceOnName(nameOf(data), (schema as readonly unknown[]).map(nameOf))}`,
  const: ({ schema }) => `must be ${shown(schema)}, or be left out`,
  minimum: ({ params }) => `must be at least ${params['limit']}`,
  maximum: ({ params }) => `must be at most ${params['limit']}`,
  minLength: () => 'must not be empty',
  minItems: ({ params: { limit } }) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} items`),
  maxItems: ({ params }) => `must have at most ${params['limit']} items`,
  minProperties({ parentSchema }) {
    const names = Object.keys(parentSchema.properties ?? {});
    return names.length === 0 ? 'must not be empty' : `needs one of ${names.join(', ')}`;
  },
  maxProperties: ({ data }) => `has ${Object.keys(data as object).join(' and ')}: give one of them`,
};

const valueProblem = (error: SchemaError): string =>
  WORDS[error.keyword]?.(error) ?? error.parentSchema.inWords ?? error.message ?? 'is not valid';

const nameOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const kindProblem = (wanted: string, data: unknown): string =>
  data === null ? `is empty: it must be ${wanted}` : `must be ${wanted}, not ${KINDS[kindOf(data)]}`;

/** How the value would be written right, where that is known. */
function suggestion({ type, properties = {} }: Schema, data: unknown): string {
  const text = typeof data === 'object' ? '' : `${data as string | number | boolean}`;
  if (text === '' || text.length > SHOWN_MAX) return '';
  if (type === 'string') return `: write ${JSON.stringify(text)}`;
  if (type === 'array') return `: write [${JSON.stringify(data)}]`;
  return type === 'object' && Object.hasOwn(properties, text) ? `: write { ${text}: null }` : '';
}

const KINDS = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'empty',
} as const;
type Kind = keyof typeof KINDS;

function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as Kind;
}

/** The kinds of values that a schema takes. */
function kindsOf(schema: Schema): Kind[] {
  const types = [schema.type ?? []].flat() as Kind[];
  const values = [...(schema.enum ?? []), ...('const' in schema ? [schema.const] : [])];
  return [
    ...types.flatMap((type): Kind[] => (type === 'integer' ? ['integer', 'number'] : [type])),
    ...values.map(kindOf),
  ];
}

const described = (schema: Schema): string =>
  schema.enum === undefined
    ? ([schema.type ?? []].flat() as Kind[]).map((type) => KINDS[type]).join(' or ')
    : `one of ${schema.enum.join(', ')}`;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;
}
